import type { ListedRequest } from "../api/routes.ts";

export interface AnswerProps {
  request: ListedRequest;
  /** Called when it was decided here, whether or not it was sent already. */
  onDecided(): void;
}
