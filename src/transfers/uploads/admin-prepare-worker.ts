/** The worker that takes a chosen video: a long copy or rewrite never blocks the page. */
import { type PrepareRequest, prepare } from './prepare-server';

self.onmessage = ({ data }: MessageEvent<PrepareRequest>) => {
  void prepare(data, (answer) => self.postMessage(answer));
};
