import webvtt from 'webvtt-parser';

export interface VttReport {
  cues: number;
  errors: { line: number; message: string }[];
}

/** The cues of a WebVTT text and its mistakes by line. */
export function checkVtt(text: string, mode?: 'chapters'): VttReport {
  const { cues, errors } = new webvtt.WebVTTParser().parse(`${text.trim()}\n`, mode);
  return { cues: cues.length, errors: errors.map(({ line, message }) => ({ line: Math.max(1, line), message })) };
}
