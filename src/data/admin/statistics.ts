import { call } from './console-client';

// Statistics of a lesson and of a quiz, computed by the server (docs/admin-api.md).

export interface VideoStatistics {
  viewers: number;
  completed: number;
  share_watched: number;
  remaining: number[];
}

export const videoStatistics = (id: string): Promise<VideoStatistics> => call('video_statistics', { p_video: id });

export interface QuizStatistics {
  attempts: number;
  learners: number;
  passed: number;
  pass_rate: number;
  average_score: number;
  questions: {
    id: string;
    text: string;
    answered: number;
    wrong: number;
    wrong_rate: number;
    common_wrong: { id: string; text: string; count: number } | null;
  }[];
}

export const quizStatistics = (id: string): Promise<QuizStatistics> => call('test_statistics', { p_test: id });
