import { useEffect, useState } from 'react';

/** Returns the latest `value` whose `key` has not changed for `ms`; returns the first value at once. */
export function useDebouncedValue<T>(value: T, key: string, ms: number): T {
  const [settled, setSettled] = useState({ value, key });
  useEffect(() => {
    if (key === settled.key) return;
    const timer = setTimeout(() => setSettled({ value, key }), settled.value === undefined ? 0 : ms);
    return () => clearTimeout(timer);
  }, [value, key, ms, settled]);
  return settled.value === undefined ? value : settled.value;
}
