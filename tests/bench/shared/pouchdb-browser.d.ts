// PouchDB is installed for the bench alone, into .bench/: the little that is used is typed here.
declare module 'pouchdb-browser' {
  // biome-ignore lint/style/noDefaultExport: that is how the package has it
  export default class PouchDB {
    constructor(name: string);
    replicate: { from(remote: string, options: { batch_size: number }): Promise<unknown> };
    allDocs(options: { limit: number; include_docs: boolean }): Promise<{ rows: unknown[] }>;
    info(): Promise<{ doc_count: number }>;
    close(): Promise<void>;
  }
}
