export const STORAGE_FULL = "The storage of your plan is full: delete documents, or have its limit raised";
