/** The largest page of Plivo's lists. */
export const PLIVO_PAGE = 20;
