/** Encodes the template image of a certificate as JPEG bytes at the resolution of the PDF. */

import { JPEG, type TemplateAnswer, type TemplateOrder } from './template-protocol';
import { SHEET, SHEET_SCALE } from './widgets/sheet';

const SIZE = { width: SHEET.width * SHEET_SCALE, height: SHEET.height * SHEET_SCALE };

function drawInWorker(picture: ImageBitmap | null): Promise<Uint8Array> {
  const worker = new Worker(new URL('./template-worker.ts', import.meta.url), { type: 'module' });
  const answer = new Promise<Uint8Array>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<TemplateAnswer>) =>
      'bytes' in data ? resolve(new Uint8Array(data.bytes)) : reject(new Error(data.fault)),
    );
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'The worker has no code')));
  });
  worker.postMessage({ picture, ...SIZE } satisfies TemplateOrder, picture ? [picture] : []);
  return answer.finally(() => worker.terminate());
}

async function drawOnPage(picture: CanvasImageSource | null): Promise<Uint8Array> {
  const canvas = Object.assign(document.createElement('canvas'), SIZE);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, SIZE.width, SIZE.height);
  if (picture) context.drawImage(picture, 0, 0, SIZE.width, SIZE.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, JPEG.type, JPEG.quality));
  if (!blob) throw new Error('The template could not be encoded');
  return new Uint8Array(await blob.arrayBuffer());
}

/** Draws in a worker, or on the page's thread if workers have no canvas in this browser or the worker fails. */
export async function drawTemplate(picture: HTMLImageElement | null): Promise<Uint8Array> {
  if ('OffscreenCanvas' in globalThis)
    try {
      return await drawInWorker(picture && (await createImageBitmap(picture)));
    } catch (error) {
      console.warn('The template is drawn on the page:', error);
    }
  return drawOnPage(picture);
}
