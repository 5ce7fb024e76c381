/**
 * Rates one ranking for a question with one relevant document. nDCG@10 is 1 for the first place and falls with the
 * logarithm of the place; recall@5 is 1 within the first five.
 */
export const measuresOf = (ranked: readonly string[], relevant: string): { ndcgAt10: number; recallAt5: number } => {
  const place = [...new Set(ranked)].indexOf(relevant);
  return {
    ndcgAt10: place >= 0 && place < 10 ? 1 / Math.log2(place + 2) : 0,
    recallAt5: place >= 0 && place < 5 ? 1 : 0,
  };
};
