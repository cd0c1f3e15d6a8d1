import { create } from 'zustand';

/** Evicted data by store, as far as this page has noticed. */
export interface Evicted {
  /** The learner's own writes that were stored here. */
  journal: number;
  /** The server's rows. */
  mirror: number;
  videos: number;
  /** Cached files of lessons, such as models. */
  models: number;
}

export const useEvicted = create<Evicted>()(() => ({ journal: 0, mirror: 0, videos: 0, models: 0 }));
