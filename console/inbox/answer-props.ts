import type { ListedRequest } from "../api/routes.ts";

export interface AnswerProps {
  request: ListedRequest;
  /** It was decided here, whether or not it is sent already. */
  onDecided(): void;
}
