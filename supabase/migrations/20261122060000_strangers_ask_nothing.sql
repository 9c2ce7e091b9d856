-- The two questions of the row policies are put by signed-in people alone: no policy serves a visitor. What a visitor
-- need not call, the API does not let him call.

revoke execute on function access.is_admin(), access.client_id() from anon;
revoke usage on schema access from anon;
