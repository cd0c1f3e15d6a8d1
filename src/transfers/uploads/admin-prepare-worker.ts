/** The worker that copies or rewrites a chosen video, so that the page is never blocked. */
import { type PrepareRequest, prepare } from './prepare-server';

self.onmessage = ({ data }: MessageEvent<PrepareRequest>) => {
  void prepare(data, (answer) => self.postMessage(answer));
};
