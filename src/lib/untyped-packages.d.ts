/** Packages without types: only what the product uses of them. Both are CommonJS, hence the default exports. */

declare module 'papaparse' {
  interface ParseResult<T> {
    data: T[];
  }
  const Papa: {
    parse: <T>(text: string, options: { skipEmptyLines: boolean; delimiter: string }) => ParseResult<T>;
    unparse: (rows: string[][], options: { newline: string }) => string;
  };

  export { Papa as default };
}

declare module 'webvtt-parser' {
  class WebVTTParser {
    parse(
      text: string,
      mode?: 'chapters' | 'metadata',
    ): { cues: unknown[]; errors: { message: string; line: number; col?: number }[] };
  }
  const webvtt: { WebVTTParser: typeof WebVTTParser };

  export { webvtt as default };
}
