/** The charts of a page: what holds one says with `data-askable` what it shows. */
import { askable } from './ask-chart.ts';
import { savesPictures } from './save-picture.ts';

for (const place of document.querySelectorAll<HTMLElement>('[data-askable]'))
  askable(place, place.dataset.askable ?? '');
savesPictures();
