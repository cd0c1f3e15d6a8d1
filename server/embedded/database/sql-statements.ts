// Splits an SQL file into statements, so that an error can name the one that failed. Handles comments, quotes and dollar quotes.

export interface Statement {
  text: string;
  /** Line of the file on which the statement starts. */
  line: number;
}

const tokens = /--[^\n]*|\/\*|\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$([A-Za-z_]\w*)?\$|;/g;
/** True if the quote opens an escape string E'…', in which backslashes escape. The E must not be the end of a word. */
const opensEscapeString = (sql: string, quote: number) =>
  /^(?:\W|^)?[eE]$/.test(sql.slice(Math.max(0, quote - 2), quote));

function endOfEscapeString(sql: string, start: number): number {
  for (let at = start + 1; at < sql.length; at += 1) {
    if (sql[at] === '\\') at += 1;
    else if (sql[at] === "'" && sql[at + 1] === "'") at += 1;
    else if (sql[at] === "'") return at + 1;
  }
  return sql.length;
}

function endOfBlockComment(sql: string, start: number): number {
  let depth = 0;
  for (const match of sql.slice(start).matchAll(/\/\*|\*\//g)) {
    depth += match[0] === '/*' ? 1 : -1;
    if (depth === 0) return start + match.index + 2;
  }
  return sql.length;
}

export function statementsOf(sql: string): Statement[] {
  const statements: Statement[] = [];
  let from = 0;
  const add = (to: number) => {
    const text = sql.slice(from, to);
    // Length of the leading space and comments, so that `line` is the statement's own line.
    const lead = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/.exec(text)?.[0].length ?? 0;
    if (text.slice(lead).trim())
      statements.push({ text: text.trim(), line: sql.slice(0, from + lead).split('\n').length });
    from = to + 1;
  };
  tokens.lastIndex = 0;
  for (let match = tokens.exec(sql); match; match = tokens.exec(sql)) {
    const [token] = match;
    if (token === ';') add(match.index);
    else if (token === '/*') tokens.lastIndex = endOfBlockComment(sql, match.index);
    else if (token.startsWith("'") && opensEscapeString(sql, match.index))
      tokens.lastIndex = endOfEscapeString(sql, match.index);
    else if (token.startsWith('$')) {
      const end = sql.indexOf(token, match.index + token.length);
      tokens.lastIndex = end < 0 ? sql.length : end + token.length;
    }
  }
  add(sql.length);
  return statements;
}
