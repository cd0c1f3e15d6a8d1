// Import this before @supabase/lite, which reads these values once when it loads.
import WebSocket from 'ws';

process.env.EXPERIMENTAL_STORAGE = '1';
process.env.DO_NOT_TRACK = '1';
// Node 20 has no global WebSocket, and supabase-js cannot be constructed without one.
if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket });
