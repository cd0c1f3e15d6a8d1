// Rows of quizzes and their results in the mirror (see rows.ts).

export type QuestionType = 'multiple_choice' | 'true_false' | 'single';

export interface OptionRow {
  id: string;
  text: string;
}

export interface QuestionRow {
  id: string;
  text: string;
  type: QuestionType;
  points: number;
  order_position: number;
  options: OptionRow[];
  /** Lower-case hex SHA-256 of `<question id>:<correct option ids, sorted, comma-separated>`; absent in a graded quiz. */
  answer_digest?: string;
  /** Object key in the bucket `images`, or an absolute https URL. */
  image_url?: string;
}

/** An earlier version of a quiz, without the fields that all versions share. */
export type QuizVersionRow = Omit<QuizRow, 'id' | 'video_id' | 'course_id' | 'graded' | 'previous'>;

export interface QuizRow {
  id: string;
  video_id: string | null;
  course_id: string;
  title: string;
  emoji: string | null;
  description: string | null;
  /** Percent. */
  passing_score: number;
  /** Minutes; 0 means unlimited. */
  time_limit: number;
  shuffle: boolean;
  max_attempts: number;
  /** Only the server scores the quiz, because a certificate requires it or it is marked as graded. Absent in rows that an older app stored. */
  graded?: boolean;
  /** Number of the published version; 0 before the first one. Absent in rows that an older app stored. */
  version?: number;
  /** Versions that were replaced within the last 30 days, newest first. An attempt keeps the version it started with. */
  previous?: QuizVersionRow[];
  questions: QuestionRow[];
}

/** `id` is the attempt's id. The server's score is the authority. */
export interface ResultRow {
  id: string;
  test_id: string;
  /** Percent; null until the server shows the score of an attempt that does not count. */
  score: number | null;
  /** False for an attempt that does not count. */
  passed: boolean;
  /** Seconds. */
  time_spent: number;
  completed_at: string;
  /** When the server scored the attempt. Absent in rows that an older app stored. */
  scored_at?: string;
  /** False if the attempt arrived too soon after another, or over the limit of a day. Absent in rows that an older app stored. */
  counted?: boolean;
  /** True when the result counts for a certificate. Absent in rows that an older app stored. */
  counts?: boolean;
  /** Empty for a graded quiz until the learner has passed it or used up its attempts. */
  review: {
    question_id: string;
    correct: boolean;
    correct_options: string[];
    explanation: string | null;
  }[];
}
