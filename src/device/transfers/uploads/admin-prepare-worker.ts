/** Worker that prepares a chosen video and reads the index of a stored or chosen video, so that the page is never blocked. */
import { type CodecReport, codecReportOf, type FileReport, reportOf } from './file-report';
import { type PrepareRequest, prepare } from './prepare-server';

/** A request for the facts of a stored video, or for the codecs of a chosen file. */
export type ReaderRequest = { id: number; url: string } | { id: number; chosen: File };

export interface ReaderAnswer {
  id: number;
  report: FileReport | CodecReport;
}

async function read(request: ReaderRequest): Promise<void> {
  const report = await ('url' in request ? reportOf(request.url) : codecReportOf(request.chosen));
  self.postMessage({ id: request.id, report } satisfies ReaderAnswer);
}

self.onmessage = ({ data }: MessageEvent<PrepareRequest | ReaderRequest>) => {
  if ('id' in data) void read(data);
  else void prepare(data, (answer) => self.postMessage(answer));
};
