-- Most findings of an import have no assignee, and an entry for each of them would make the import slower.
drop index public.findings_assignee_idx;
create index findings_assignee_idx on public.findings (assignee_id) where assignee_id is not null;
