/** An agent's conclusions are drawn within so many minutes after a call, unless its model is away for longer. */
export const USUALLY_CONCLUDED_MINUTES = 15;
/** A conversation is concluded within so many days after its call, also where its model is away for long; later it is waited for no more. */
export const ALWAYS_CONCLUDED_DAYS = 1;
