import { quizStatistics as quizSchema, videoStatistics as videoSchema } from '@/features/console-kit/requests/answers';
import { call } from '@/features/console-kit/requests/console-client';

// Statistics of a lesson and of a quiz, computed by the server (docs/admin-api.md).

export const videoStatistics = (id: string) => call('video_statistics', { p_video: id }, videoSchema);

export const quizStatistics = (id: string) => call('test_statistics', { p_test: id }, quizSchema);
