import { create } from 'zustand';

/** Number of evicted items per store that this page has noticed. */
export interface Evicted {
  /** The learner's own writes. */
  journal: number;
  /** The learner's writes that the server had not received: these are lost. */
  unsent: number;
  /** Rows of the server. */
  mirror: number;
  videos: number;
  /** Cached files of lessons, such as models. */
  models: number;
}

export const useEvicted = create<Evicted>()(() => ({ journal: 0, unsent: 0, mirror: 0, videos: 0, models: 0 }));
