/** Draws a certificate's template and encodes it as JPEG in a worker, because eight million pixels would block the page on a slow phone. */
import { JPEG, type TemplateAnswer, type TemplateOrder } from './template-protocol';

const send = (message: TemplateAnswer, moved: Transferable[] = []) => self.postMessage(message, { transfer: moved });

async function encode({ picture, width, height }: TemplateOrder): Promise<void> {
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('The worker has no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  if (picture) context.drawImage(picture, 0, 0, width, height);
  const blob = await context.canvas.convertToBlob(JPEG);
  const bytes = await blob.arrayBuffer();
  send({ bytes }, [bytes]);
}

self.addEventListener('message', ({ data }: MessageEvent<TemplateOrder>) => {
  encode(data).catch((error: unknown) => send({ fault: String(error) }));
});
