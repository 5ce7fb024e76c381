export interface RetentionActivities {
  /**
   * Removes a page of what organizations keep no longer: files and words of calls. Of a file the object first, then its
   * row, so that nothing is left in the store that no row names. `more`: there may be another page.
   */
  removeExpired(): Promise<{ removed: number; more: boolean }>;
}
