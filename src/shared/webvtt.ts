/** Reads captions and chapters as browsers do. */
import webvtt from 'webvtt-parser';

/** One caption; `start` and `end` in seconds. */
export interface Cue {
  start: number;
  end: number;
  /** Without markup, in one line. */
  text: string;
}

export interface VttError {
  /** Counts from 1. */
  line: number;
  /** English, of the parser. */
  message: string;
}

type Node = ReturnType<InstanceType<typeof webvtt.WebVTTParser>['parse']>['cues'][number]['tree'];

const escapes = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&nbsp;': '\u00a0', '&lrm;': '\u200e', '&rlm;': '\u200f' };
/** Mistakes that the standard forbids but every browser tolerates. */
const harmless =
  /^(?:Timestamp not separated from '-->'|'-->' not separated from timestamp|Blank line missing before cue)/;
const HEADER = 'No blank line after the signature.';

const wordsOf = (node: Node): string =>
  node.type === 'text' ? (node.value ?? '') : (node.children ?? []).map(wordsOf).join('');

/** @returns the cues in order, without damaged ones, and the mistakes for which a player would leave something out */
export function readVtt(text: string, mode?: 'chapters'): { cues: Cue[]; errors: VttError[] } {
  const { cues, errors } = new webvtt.WebVTTParser(escapes).parse(`${text.trim()}\n`, mode);
  const lines = text.trim().split(/\r\n?|\n/);
  // Programs write lines such as „Language: bg“ below the signature; players skip them.
  const isHeader = (line: number) => /^[A-Za-z-]+:/.test(lines[line - 1] ?? '');
  return {
    cues: cues
      .map(({ startTime, endTime, tree }) => ({
        start: startTime,
        end: endTime,
        text: wordsOf(tree)
          .replaceAll(/\s*\n\s*/g, ' ')
          .trim(),
      }))
      .filter((cue) => cue.text),
    errors: errors
      .filter(({ message, line }) => !harmless.test(message) && !(message === HEADER && isHeader(line)))
      .map(({ line, message }) => ({ line: Math.max(1, line), message })),
  };
}

export const parseCues = (text: string): Cue[] => readVtt(text).cues;

const SRT_TIME = /^(\d{1,2}:\d{2}:\d{2}),(\d{3})\s*-->\s*(\d{1,2}:\d{2}:\d{2}),(\d{3}).*$/gm;
const HOURS = /^\d:/;

/** Turns SubRip captions (.srt) into WebVTT; returns any other text unchanged. */
export function vttOf(text: string): string {
  const start = text.trimStart();
  if (start.startsWith('WEBVTT') || start.search(SRT_TIME) < 0) return text;
  const clock = (time: string) => time.replace(HOURS, (hour) => `0${hour}`);
  const cues = start
    .replaceAll(/&(?!\w+;|#\d+;)/g, '&amp;')
    .replaceAll(/<\/?font[^>]*>|\{\\[^}]*\}/gi, '')
    .replaceAll(SRT_TIME, (_, from, fromMs, to, toMs) => `${clock(from)}.${fromMs} --> ${clock(to)}.${toMs}`);
  return `WEBVTT\n\n${cues}`;
}
