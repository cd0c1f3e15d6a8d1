// Types for the part of PouchDB's API that the bench uses. PouchDB itself is installed only for the bench, into .bench/.
declare module 'pouchdb-browser' {
  // biome-ignore lint/style/noDefaultExport: the package has a default export
  export default class PouchDB {
    constructor(name: string);
    replicate: { from(remote: string, options: { batch_size: number }): Promise<unknown> };
    allDocs(options: { limit: number; include_docs: boolean }): Promise<{ rows: unknown[] }>;
    info(): Promise<{ doc_count: number }>;
    close(): Promise<void>;
  }
}
