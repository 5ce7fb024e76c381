/** Which request a call brings the answer to; the run of a call back has it among its variables. */
export const CALL_BACK_VARIABLE = "call_back_request_id";
/** What that request asked, for prompts and greetings. */
export const CALL_BACK_ABOUT = "call_back_about";
