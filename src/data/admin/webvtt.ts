import webvtt from 'webvtt-parser';

export interface VttReport {
  cues: number;
  errors: { line: number; message: string }[];
}

/** Parses a WebVTT text. @returns its cues, and its mistakes by line */
export function checkVtt(text: string, mode?: 'chapters'): VttReport {
  const { cues, errors: found } = new webvtt.WebVTTParser().parse(`${text.trim()}\n`, mode);
  // Players skip header lines like „Language: bg“ below the signature.
  const hasHeader = /^WEBVTT[^\n]*\n[A-Za-z-]+:/.test(text);
  const errors = found.filter(({ line }) => !(hasHeader && line === 2));
  return { cues: cues.length, errors: errors.map(({ line, message }) => ({ line: Math.max(1, line), message })) };
}
