// Must be imported before @supabase/lite: it reads these once, when it is loaded.
import WebSocket from 'ws';

process.env.EXPERIMENTAL_STORAGE = '1';
process.env.DO_NOT_TRACK = '1';
// Node 20 has no WebSocket of its own, and supabase-js will not be built without one.
if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket });
