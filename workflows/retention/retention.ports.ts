export interface RetentionActivities {
  /**
   * Removes a page of what is past the retention period: files and words of calls. A file's object is removed first,
   * then its row, so that no object is left without a row. `more`: there may be another page.
   */
  removeExpired(): Promise<{ removed: number; more: boolean }>;
}
