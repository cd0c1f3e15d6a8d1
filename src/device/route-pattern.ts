import { matchPath } from 'react-router-dom';
import { paths } from '@/shared/paths';

/** The pattern of `paths` that a pathname matches, so that no id or slug is in it; `/other` for an unknown one. */
export const routePattern = (pathname: string): string =>
  Object.values(paths).find((pattern) => matchPath(pattern, pathname)) ?? '/other';
