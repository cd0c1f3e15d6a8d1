/** Checks the nesting depth of JSON before parsing: a few kB of nested brackets would overflow the stack of code that walks the value. */

/** Maximum nesting depth. No document of the product and no filter of PostgREST is nested as deeply. */
const MOST_LEVELS = 200;

/** True when arrays and objects are nested deeper than MOST_LEVELS. Brackets within strings do not count. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < json.length; i++) {
    const unit = json.charCodeAt(i);
    if (inString) {
      if (unit === 0x5c) i += 1;
      else if (unit === 0x22) inString = false;
    } else if (unit === 0x22) inString = true;
    else if (unit === 0x5b || unit === 0x7b) {
      depth += 1;
      if (depth > MOST_LEVELS) return true;
    } else if (unit === 0x5d || unit === 0x7d) depth -= 1;
  }
  return false;
}
