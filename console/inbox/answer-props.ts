import type { ListedRequest } from "../api/routes.ts";

export interface AnswerProps {
  request: ListedRequest;
  /** Called when the person has decided, whether or not the decision was sent already. */
  onDecided(): void;
}
