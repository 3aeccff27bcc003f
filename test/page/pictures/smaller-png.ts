/** Screenshots in fewer bytes. */
import UPNG from 'upng-js';

/** The same picture in at most 256 colours, enough for a page of text and lines. */
export function smallerPng(png: Buffer): Buffer {
  const { width, height, ...image } = UPNG.decode(new Uint8Array(png).buffer);
  const [pixels] = UPNG.toRGBA8({ width, height, ...image });
  if (pixels === undefined) throw new Error('the picture has no frame');
  return Buffer.from(UPNG.encode([pixels], width, height, 256));
}
