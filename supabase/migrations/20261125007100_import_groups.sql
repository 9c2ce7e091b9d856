-- Imports store their groups of results in a temporary file, which takes half the time.

drop view endpoints.import_groups;
drop table private.import_groups;
