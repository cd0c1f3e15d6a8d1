/** Declares the functions that the product uses of three packages without types, which are CommonJS. */

declare module 'papaparse' {
  const Papa: {
    parse: <T>(text: string, options: { skipEmptyLines: boolean; delimiter: string }) => { data: T[] };
    unparse: (rows: string[][], options: { newline: string }) => string;
  };
  export = Papa;
}

declare module 'webvtt-parser' {
  interface CueNode {
    type?: string;
    value?: string;
    children?: CueNode[];
  }
  const webvtt: {
    WebVTTParser: new (
      escapes: Record<string, string>,
    ) => {
      parse(
        text: string,
        mode?: 'chapters' | 'metadata',
      ): {
        cues: { startTime: number; endTime: number; tree: CueNode }[];
        errors: { message: string; line: number; col?: number }[];
      };
    };
  };
  export = webvtt;
}

declare module 'draco3dgltf/draco_decoder_gltf_nodejs.js' {
  const createDecoder: <Module>(options: { locateFile: () => string }) => Promise<Module>;
  export = createDecoder;
}
