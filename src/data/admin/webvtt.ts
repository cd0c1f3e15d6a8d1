import webvtt from 'webvtt-parser';

export interface VttReport {
  cues: number;
  errors: { line: number; message: string }[];
}

/** Parses a WebVTT text. @returns the number of cues, and the errors with their lines */
export function checkVtt(text: string, mode?: 'chapters'): VttReport {
  const { cues, errors: found } = new webvtt.WebVTTParser().parse(`${text.trim()}\n`, mode);
  // Ignore the parser's error about a header line such as „Language: bg“ below the signature; players skip such lines.
  const hasHeader = /^WEBVTT[^\n]*\n[A-Za-z-]+:/.test(text);
  const errors = found.filter(({ line }) => !(hasHeader && line === 2));
  return { cues: cues.length, errors: errors.map(({ line, message }) => ({ line: Math.max(1, line), message })) };
}
