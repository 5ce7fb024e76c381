/** What a person reads who opens the archive. */
export const RECORD_README = `The record of a campaign

entries.jsonl     every entry of the organization's record, one a line, from the first one to the checkpoint
leaves            the hash of each entry, 32 bytes each (RFC 9162)
checkpoint        the signed note about the tree of these entries (C2SP tlog-checkpoint)
checkpoints.json  notes that were signed before it
proofs.json       that the decisions about the campaign are in the tree, and that it continues each earlier checkpoint
policies.json     the hours, limits and budgets that attempts were admitted by, by their digest
report.json       the campaign's counts

Check it, without asking anybody, with the public key that you have from elsewhere:

  ringdown verify FILE.zip --key KEY

or with the page verify.html, which works from a file without a server. It comes with the package ringdown and from the console:
take it from somebody whom you trust, as the key.

Persons are named by a pseudonym that only their key tells. An entry says what was decided and when. That a call was in fact
made is the carrier's word: its ids stand in the entries attempt.answered.
`;
