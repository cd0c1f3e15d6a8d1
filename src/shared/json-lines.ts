/** Parsed JSON with the line of each value, so that an error message can name the line. */
export interface ParsedJson {
  value: unknown;
  /** The line of the value at `path`, or of its nearest parent if the value is missing. */
  lineOf: (path: readonly (string | number)[]) => number;
}

export class JsonFault extends Error {
  override name = 'JsonFault';
  readonly line: number;
  constructor(line: number) {
    super(`line ${line}`);
    this.line = line;
  }
}

/** Maximum nesting. Deeper values are rejected, so that no file overflows the stack. */
const MAX_DEPTH = 30;
const TOKEN = /[ \t\r\n]*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|([^{}[\],:"\s]+))/y;

/** @throws JsonFault */
export function parseJson(text: string): ParsedJson {
  const lines = new Map<string, number>();
  let at = 0;
  let line = 1;
  let counted = 0;
  const fail = (): never => {
    throw new JsonFault(line);
  };
  const next = (): { sign?: string; literal?: string } => {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    const [, sign, quoted, bare] = match ?? [];
    const start = (match ? TOKEN.lastIndex : text.length) - (sign ?? quoted ?? bare ?? '').length;
    for (; counted < start; counted += 1) if (text[counted] === '\n') line += 1;
    if (!match) return fail();
    at = TOKEN.lastIndex;
    return sign ? { sign } : { literal: quoted ?? bare ?? '' };
  };
  const literal = (token: string): unknown => {
    try {
      return JSON.parse(token);
    } catch {
      return fail();
    }
  };
  const value = (token: ReturnType<typeof next>, path: string, depth: number): unknown => {
    lines.set(path, line);
    if (token.literal !== undefined) return literal(token.literal);
    if (depth > MAX_DEPTH || (token.sign !== '{' && token.sign !== '[')) return fail();
    return token.sign === '{' ? object(path, depth) : array(path, depth);
  };
  const object = (path: string, depth: number): Record<string, unknown> => {
    const found: [string, unknown][] = [];
    let token = next();
    while (token.sign !== '}') {
      const key = token.literal?.startsWith('"') ? String(literal(token.literal)) : fail();
      if (next().sign !== ':') fail();
      found.push([key, value(next(), `${path}/${key}`, depth + 1)]);
      token = next();
      if (token.sign === ',') token = next();
      else if (token.sign !== '}') fail();
    }
    // `fromEntries` creates own properties, even for a key like `__proto__`.
    return Object.fromEntries(found);
  };
  const array = (path: string, depth: number): unknown[] => {
    const found: unknown[] = [];
    let token = next();
    while (token.sign !== ']') {
      found.push(value(token, `${path}/${found.length}`, depth + 1));
      token = next();
      if (token.sign === ',') token = next();
      else if (token.sign !== ']') fail();
    }
    return found;
  };
  const whole = value(next(), '', 0);
  if (text.slice(at).trim()) fail();
  return {
    value: whole,
    lineOf: (path) => {
      for (let length = path.length; length >= 0; length -= 1) {
        const known = lines.get(
          path
            .slice(0, length)
            .map((part) => `/${part}`)
            .join(''),
        );
        if (known !== undefined) return known;
      }
      return 1;
    },
  };
}
