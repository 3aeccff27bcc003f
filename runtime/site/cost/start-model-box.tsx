/** The third script of the front page: the box that finds a model, in place of the list with the one that is chosen. */
import { ModelBox } from '../components/model-box.tsx';
import { modelBox } from '../components/model-field.tsx';
import { drawDetailsNext, drawViews, page } from './page.ts';
import { firstViews } from './views.tsx';

modelBox.Box = ModelBox;
if (page.store !== null) {
  drawViews(firstViews(page.store));
  if (page.store.second !== null) drawDetailsNext();
}
