/** Markdown for the Temporal UI. */
export const rentalDetails = (state: string, rentalId: number): string => `**${state}**\n\nRental ${rentalId}`;
