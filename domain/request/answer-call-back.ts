/** The variable of a call back's run that holds the id of the request whose answer it brings. */
export const CALL_BACK_VARIABLE = "call_back_request_id";
/** The variable with the question of that request, for prompts and greetings. */
export const CALL_BACK_ABOUT = "call_back_about";
/** The longest wait for a free line, or for a carrier that throttles: a person who waits for an answer is not called hours later. */
export const CALL_BACK_WITHIN_MINUTES = 60;
