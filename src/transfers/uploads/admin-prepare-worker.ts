/** Worker that prepares a chosen video and reads the index of a stored video, so that the page is never blocked. */
import { type FileReport, reportOf } from './file-report';
import { type PrepareRequest, prepare } from './prepare-server';

/** A request for the facts of a stored video. */
export interface ReportRequest {
  id: number;
  url: string;
}

export interface ReportAnswer {
  id: number;
  report: FileReport;
}

self.onmessage = ({ data }: MessageEvent<PrepareRequest | ReportRequest>) => {
  if ('url' in data) {
    const { id, url } = data;
    void reportOf(url).then((report) => self.postMessage({ id, report } satisfies ReportAnswer));
  } else void prepare(data, (answer) => self.postMessage(answer));
};
