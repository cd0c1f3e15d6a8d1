-- The join links of the online events. A separate file, so that it also runs in databases that already have the other seed files.

update public.events e set join_url = 'https://meet.example.com/' || l.room
from (values
('f0000000-0000-4000-8000-000000000002'::uuid, 'sedmica-na-kalibriraneto'),
('f0000000-0000-4000-8000-000000000005', 'zabni-kolela'),
('f0000000-0000-4000-8000-000000000007', 'vecher-podpori'),
('f0000000-0000-4000-8000-000000000008', 'pregled-na-modeli')
) as l (id, room) where e.id = l.id and e.join_url is null;
