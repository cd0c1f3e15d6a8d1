import { expect, test } from 'vitest';
import type { Gap } from '@/device/transfers/downloads/gaps';
import { type Answer, type KnownFile, readAnswer, requestHeaders } from '@/device/transfers/downloads/http';

// The download must interpret every response of a media server correctly, including invalid responses. No server runs here.

const known: KnownFile = { size: 100, version: '"a"' };
const gap: Gap = { start: 40, end: undefined };
const read = (status: number, headers: Record<string, string>, file = known) =>
  readAnswer(status, 'why', new Headers(headers), gap, file);
const part = { ETag: '"a"', 'Content-Range': 'bytes 40-99/100' };

test.each<[string, number, Record<string, string>, Answer]>([
  ['the rest of the known file', 206, part, { kind: 'body', position: 40 }],
  ['the rest of another file', 206, { ...part, ETag: '"b"' }, { kind: 'restart' }],
  ['the rest, with a promise that is none', 206, { ...part, ETag: 'W/"a"' }, { kind: 'restart' }],
  ['the rest from elsewhere', 206, { ...part, 'Content-Range': 'bytes 41-99/100' }, { kind: 'restart' }],
  ['the rest of a file of another size', 206, { ...part, 'Content-Range': 'bytes 40-119/120' }, { kind: 'restart' }],
  ['the rest of a file of unknown size', 206, { ...part, 'Content-Range': 'bytes 40-99/*' }, { kind: 'restart' }],
  ['the whole known file', 200, { ETag: '"a"', 'Content-Length': '100' }, { kind: 'body', position: 0 }],
  [
    'a whole file of the same name and another size',
    200,
    { ETag: '"a"', 'Content-Length': '99' },
    { kind: 'new-file', size: 99, version: '"a"' },
  ],
  [
    'another whole file',
    200,
    { ETag: '"b"', 'Content-Length': '100' },
    { kind: 'new-file', size: 100, version: '"b"' },
  ],
  ['a file without a length', 200, {}, { kind: 'new-file', size: 0, version: null }],
  ['nothing from there on', 416, {}, { kind: 'restart' }],
  ['an address that is over', 403, {}, { kind: 'sign-again', detail: 'why' }],
  ['asked to wait', 429, { 'Retry-After': '7' }, { kind: 'wait', afterMs: 7_000 }],
  [
    'asked to wait until a date',
    503,
    { 'Retry-After': 'Wed, 21 Oct 2026 07:28:00 GMT' },
    { kind: 'wait', afterMs: undefined },
  ],
  ['no such file', 404, {}, { kind: 'rejected', detail: 'why' }],
])('%s', (_, status, headers, expected) => expect(read(status, headers)).toEqual(expected));

const date = 'Wed, 21 Oct 2026 07:28:00 GMT';
const dated: KnownFile = { size: 100, version: date };

test.each<[string, Gap, number, Record<string, string>, Answer]>([
  ['the rest', gap, 206, { 'Last-Modified': date, 'Content-Length': '60' }, { kind: 'body', position: 40 }],
  [
    'a part',
    { start: 40, end: 60 },
    206,
    { 'Last-Modified': date, 'Content-Length': '20' },
    { kind: 'body', position: 40 },
  ],
  ['another length', gap, 206, { 'Last-Modified': date, 'Content-Length': '61' }, { kind: 'restart' }],
  ['no length', gap, 206, { 'Last-Modified': date }, { kind: 'restart' }],
  [
    'a later file',
    gap,
    206,
    { 'Last-Modified': 'Wed, 21 Oct 2026 07:28:01 GMT', 'Content-Length': '60' },
    { kind: 'restart' },
  ],
  ['no date', gap, 206, { 'Content-Length': '60' }, { kind: 'restart' }],
  ['the whole file', gap, 200, { 'Last-Modified': date, 'Content-Length': '100' }, { kind: 'body', position: 0 }],
  [
    'a whole file with an ETag',
    gap,
    200,
    { ETag: '"b"', 'Last-Modified': date, 'Content-Length': '100' },
    { kind: 'new-file', size: 100, version: '"b"' },
  ],
])('of a file that only its date identifies: %s', (_, wanted, status, headers, expected) =>
  expect(readAnswer(status, 'why', new Headers(headers), wanted, dated)).toEqual(expected),
);

test.each<[string, Gap, KnownFile, Record<string, string>]>([
  ['all of an unknown file', { start: 0, end: undefined }, { size: 0, version: null }, {}],
  ['all of a known one', { start: 0, end: 100 }, known, {}],
  ['what is behind', { start: 40, end: undefined }, known, { Range: 'bytes=40-', 'If-Range': '"a"' }],
  ['what is between', { start: 40, end: 60 }, known, { Range: 'bytes=40-59', 'If-Range': '"a"' }],
  ['what is behind in a file with a date', { start: 40, end: undefined }, dated, { Range: 'bytes=40-' }],
  [
    'nothing is continued of which no version is known',
    { start: 40, end: undefined },
    { size: 100, version: null },
    {},
  ],
])('requested: %s', (_, wanted, file, expected) => expect(requestHeaders(wanted, file)).toEqual(expected));
