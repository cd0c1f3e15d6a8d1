/** Git commit of this build, from index.html; empty if it was built outside a repository. */
export const buildCommit = (): string => document.querySelector<HTMLMetaElement>('meta[name=commit]')?.content ?? '';
