/** One caption; `start` and `end` in seconds. */
export interface Cue {
  start: number;
  end: number;
  text: string;
}

const timing = /^(?:(\d+):)?(\d{2}):(\d{2}\.\d{3})\s+-->\s+(?:(\d+):)?(\d{2}):(\d{2}\.\d{3})/;
const seconds = (hours: string | undefined, minutes: string | undefined, rest: string | undefined) =>
  Number(hours ?? 0) * 3_600 + Number(minutes) * 60 + Number(rest);

/** The cues of a WebVTT text, in order, without markup. Damaged cues are skipped. */
export function parseCues(text: string): Cue[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.split('\n');
      const at = lines.findIndex((line) => timing.test(line));
      const match = timing.exec(lines[at] ?? '');
      if (!match) return [];
      const words = lines
        .slice(at + 1)
        .join(' ')
        .replaceAll(/<[^>]*>/g, '')
        .trim();
      return words
        ? [{ start: seconds(match[1], match[2], match[3]), end: seconds(match[4], match[5], match[6]), text: words }]
        : [];
    });
}
