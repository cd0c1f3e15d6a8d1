import { afterEach, describe, expect, it, vi } from 'vitest';
import { newId } from '@/shared/new-id';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('a new id', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each(['at a safe address', 'at an address without https'])('is a random UUID %s', (where) => {
    if (where !== 'at a safe address')
      vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const ids = Array.from({ length: 1_000 }, newId);
    for (const id of ids) expect(id).toMatch(UUID_V4);
    expect(new Set(ids).size).toBe(1_000);
  });
});
