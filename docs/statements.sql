-- Generated from src/database by `npm run generate`. Do not edit.

-- Statements of the server by the names in its log and metrics. A name has several texts if one
-- differs between weightings, between the primary and a standby, or between searches.

-- insert-audio-lease
with
  covered as (
    select
      datetime,
      date_part('epoch', datetime)::bigint as second,
      retain_until,
      left(sha256, 16) as digest
    from
      "recordings"
    where
      sensor_no = $1::integer
      and datetime = any (
        array(
          select
            to_timestamp(second)
          from
            unnest($2::bigint[]) second
        )
      )
      and (
        retain_until is null
        or retain_until > $3::timestamptz
      )
      and missing_since is null
      and (
        $4 = '*'
        or exists (
          select
          from
            "api_key_sensors" granted
          where
            granted.key_id = $5
            and granted.sensor_no = $6::integer
        )
      )
  ),
  lease as (
    insert into
      "audio_leases" (
        sensor_no,
        id,
        key_id,
        operation,
        recording_datetimes,
        recording_digests,
        issued_at,
        expires_at
      )
    select
      $7::integer,
      $8::uuid,
      $9,
      $10,
      array_agg(datetime),
      array_agg(digest),
      $11::timestamptz,
      $12::timestamptz
    from
      covered
    having
      count(*) > 0
  )
select
  count(*)::integer as count,
  case
    when count(*) < $13::integer then (
      select
        json_agg(second)
      from
        covered
    )
  end as seconds,
  json_agg(
    json_build_array(
      second,
      (
        extract(
          epoch
          from
            retain_until
        ) * 1000
      )::bigint
    )
  ) filter (
    where
      retain_until < $14::timestamptz
  ) as early
from
  covered;

-- mark-recording-missing
update "recordings"
set
  missing_since = $1::timestamptz
where
  "recordings"."sensor_no" = $2::integer
  and "recordings"."datetime" = to_timestamp($3::float8)
  and "recordings"."object_name" = $4;

-- select-api-key
select
  "api_keys"."secret_hash" as "secretHash",
  "api_keys"."name" as name,
  to_json("api_keys"."scopes") as scopes,
  (
    extract(
      epoch
      from
        "api_keys"."expires_at"
    ) * 1000
  )::float8 as "expiresAt",
  "api_keys"."revoked_at" is not null as "isRevoked"
from
  "api_keys"
where
  "api_keys"."id" = $1;

-- select-audio-store
select
  id::text
from
  "audio_store";

-- select-citus-workers
select
  nodename || ':' || nodeport as name,
  success as "isReachable"
from
  run_command_on_workers ('select 1')
order by
  nodename,
  nodeport;

-- select-classifications
select
  found.*
from
  (
    select
      json_build_object(
        'seconds',
        json_agg(date_part('epoch', datetime)),
        'labels',
        json_agg(label),
        'confidences',
        json_agg(confidence)
      ) as classifications
    from
      (
        select distinct
          on (datetime) "classifications"."datetime" as datetime,
          "classifications"."label" as label,
          "classifications"."confidence" as confidence
        from
          "classifications"
        where
          "classifications"."sensor_no" = $1::integer
          and "classifications"."model_no" = $2::integer
          and "classifications"."confidence" >= $3::float8
          and datetime = any (
            array(
              select
                to_timestamp(second)
              from
                unnest($4::bigint[]) second
            )
          )
        order by
          datetime,
          confidence desc,
          label collate "C"
      ) best
  ) found
where
  (
    $5 = '*'
    or exists (
      select
      from
        "api_key_sensors" granted
      where
        granted.key_id = $6
        and granted.sensor_no = $7::integer
    )
  );

select
  json_build_object(
    'seconds',
    json_agg(date_part('epoch', datetime)),
    'labels',
    json_agg(label),
    'confidences',
    json_agg(confidence)
  ) as classifications
from
  (
    select distinct
      on (datetime) "classifications"."datetime" as datetime,
      "classifications"."label" as label,
      "classifications"."confidence" as confidence
    from
      "classifications"
    where
      "classifications"."sensor_no" = $1::integer
      and "classifications"."model_no" = $2::integer
      and "classifications"."confidence" >= $3::float8
      and datetime = any (
        array(
          select
            to_timestamp(second)
          from
            unnest($4::bigint[]) second
        )
      )
    order by
      datetime,
      confidence desc,
      label collate "C"
  ) best;

-- select-configured-sensors
select
  "sensors"."sensor_no" as "sensorNo",
  "sensors"."id",
  "sensors"."project_no" as "projectNo",
  (
    extract(
      epoch
      from
        "sensors"."end_at"
    ) * 1000
  )::float8 as "endAt",
  coalesce("sensors"."interval_seconds", "projects"."interval_seconds") as "declaredInterval"
from
  "sensors"
  join "projects" on "projects"."project_no" = "sensors"."project_no"
where
  true
  and (
    exists (
      select
      from
        "api_key_sensors" granted
      where
        granted.key_id = $1
        and granted.sensor_no = sensors.sensor_no
    )
    and exists (
      select
      from
        "api_key_projects" granted
      where
        granted.key_id = $2
        and granted.project_no = sensors.project_no
    )
  )
order by
  "sensors"."id" collate "C";

select
  "sensors"."sensor_no" as "sensorNo",
  "sensors"."id",
  "sensors"."project_no" as "projectNo",
  (
    extract(
      epoch
      from
        "sensors"."end_at"
    ) * 1000
  )::float8 as "endAt",
  coalesce("sensors"."interval_seconds", "projects"."interval_seconds") as "declaredInterval"
from
  "sensors"
  join "projects" on "projects"."project_no" = "sensors"."project_no"
where
  true
  and true
order by
  "sensors"."id" collate "C";

-- select-database-bytes
select
  pg_database_size(current_database())::float8 as bytes;

-- select-exceedances
select
  found.*
from
  (
    select
      string_agg(row (date_part('epoch', datetime), level)::text, '') filter (
        where
          level > $1::smallint
      ) as exceedances,
      count(*)::integer as searched,
      date_part('epoch', max(datetime)) as "lastSearched"
    from
      (
        select
          "samples"."datetime" as datetime,
          "samples"."laeq" as level
        from
          "samples"
        where
          "samples"."sensor_no" = $2::integer
          and "samples"."datetime" between to_timestamp($3::float8) and to_timestamp($4::float8)
        order by
          "samples"."datetime" asc
        limit
          $5
      ) searched
  ) found
where
  (
    $6 = '*'
    or exists (
      select
      from
        "api_key_sensors" granted
      where
        granted.key_id = $7
        and granted.sensor_no = $8::integer
    )
  );

select
  string_agg(row (date_part('epoch', datetime), level)::text, '') filter (
    where
      level > $1::smallint
  ) as exceedances,
  count(*)::integer as searched,
  date_part('epoch', max(datetime)) as "lastSearched"
from
  (
    select
      "samples"."datetime" as datetime,
      "samples"."laeq" as level
    from
      "samples"
    where
      "samples"."sensor_no" = $2::integer
      and "samples"."datetime" between to_timestamp($3::float8) and to_timestamp($4::float8)
    order by
      "samples"."datetime" asc
    limit
      $5
  ) searched;

select
  found.*
from
  (
    select
      string_agg(row (date_part('epoch', datetime), level)::text, '') filter (
        where
          level > $1::smallint
      ) as exceedances,
      count(*)::integer as searched,
      date_part('epoch', max(datetime)) as "lastSearched"
    from
      (
        select
          "samples"."datetime" as datetime,
          "samples"."lceq" as level
        from
          "samples"
        where
          "samples"."sensor_no" = $2::integer
          and "samples"."datetime" between to_timestamp($3::float8) and to_timestamp($4::float8)
        order by
          "samples"."datetime" asc
        limit
          $5
      ) searched
  ) found
where
  (
    $6 = '*'
    or exists (
      select
      from
        "api_key_sensors" granted
      where
        granted.key_id = $7
        and granted.sensor_no = $8::integer
    )
  );

select
  string_agg(row (date_part('epoch', datetime), level)::text, '') filter (
    where
      level > $1::smallint
  ) as exceedances,
  count(*)::integer as searched,
  date_part('epoch', max(datetime)) as "lastSearched"
from
  (
    select
      "samples"."datetime" as datetime,
      "samples"."lceq" as level
    from
      "samples"
    where
      "samples"."sensor_no" = $2::integer
      and "samples"."datetime" between to_timestamp($3::float8) and to_timestamp($4::float8)
    order by
      "samples"."datetime" asc
    limit
      $5
  ) searched;

select
  found.*
from
  (
    select
      string_agg(row (date_part('epoch', datetime), level)::text, '') filter (
        where
          level > $1::smallint
      ) as exceedances,
      count(*)::integer as searched,
      date_part('epoch', max(datetime)) as "lastSearched"
    from
      (
        select
          "samples"."datetime" as datetime,
          "samples"."lzeq" as level
        from
          "samples"
        where
          "samples"."sensor_no" = $2::integer
          and "samples"."datetime" between to_timestamp($3::float8) and to_timestamp($4::float8)
        order by
          "samples"."datetime" asc
        limit
          $5
      ) searched
  ) found
where
  (
    $6 = '*'
    or exists (
      select
      from
        "api_key_sensors" granted
      where
        granted.key_id = $7
        and granted.sensor_no = $8::integer
    )
  );

select
  string_agg(row (date_part('epoch', datetime), level)::text, '') filter (
    where
      level > $1::smallint
  ) as exceedances,
  count(*)::integer as searched,
  date_part('epoch', max(datetime)) as "lastSearched"
from
  (
    select
      "samples"."datetime" as datetime,
      "samples"."lzeq" as level
    from
      "samples"
    where
      "samples"."sensor_no" = $2::integer
      and "samples"."datetime" between to_timestamp($3::float8) and to_timestamp($4::float8)
    order by
      "samples"."datetime" asc
    limit
      $5
  ) searched;

select
  found.*
from
  (
    select
      string_agg(row (date_part('epoch', datetime), level)::text, '') filter (
        where
          level > $1::smallint
      ) as exceedances,
      count(*)::integer as searched,
      date_part('epoch', min(datetime)) as "lastSearched"
    from
      (
        select
          "samples"."datetime" as datetime,
          "samples"."laeq" as level
        from
          "samples"
        where
          "samples"."sensor_no" = $2::integer
          and "samples"."datetime" between to_timestamp($3::float8) and to_timestamp($4::float8)
        order by
          "samples"."datetime" desc
        limit
          $5
      ) searched
  ) found
where
  (
    $6 = '*'
    or exists (
      select
      from
        "api_key_sensors" granted
      where
        granted.key_id = $7
        and granted.sensor_no = $8::integer
    )
  );

select
  string_agg(row (date_part('epoch', datetime), level)::text, '') filter (
    where
      level > $1::smallint
  ) as exceedances,
  count(*)::integer as searched,
  date_part('epoch', min(datetime)) as "lastSearched"
from
  (
    select
      "samples"."datetime" as datetime,
      "samples"."laeq" as level
    from
      "samples"
    where
      "samples"."sensor_no" = $2::integer
      and "samples"."datetime" between to_timestamp($3::float8) and to_timestamp($4::float8)
    order by
      "samples"."datetime" desc
    limit
      $5
  ) searched;

select
  found.*
from
  (
    select
      string_agg(row (date_part('epoch', datetime), level)::text, '') filter (
        where
          level > $1::smallint
      ) as exceedances,
      count(*)::integer as searched,
      date_part('epoch', min(datetime)) as "lastSearched"
    from
      (
        select
          "samples"."datetime" as datetime,
          "samples"."lceq" as level
        from
          "samples"
        where
          "samples"."sensor_no" = $2::integer
          and "samples"."datetime" between to_timestamp($3::float8) and to_timestamp($4::float8)
        order by
          "samples"."datetime" desc
        limit
          $5
      ) searched
  ) found
where
  (
    $6 = '*'
    or exists (
      select
      from
        "api_key_sensors" granted
      where
        granted.key_id = $7
        and granted.sensor_no = $8::integer
    )
  );

select
  string_agg(row (date_part('epoch', datetime), level)::text, '') filter (
    where
      level > $1::smallint
  ) as exceedances,
  count(*)::integer as searched,
  date_part('epoch', min(datetime)) as "lastSearched"
from
  (
    select
      "samples"."datetime" as datetime,
      "samples"."lceq" as level
    from
      "samples"
    where
      "samples"."sensor_no" = $2::integer
      and "samples"."datetime" between to_timestamp($3::float8) and to_timestamp($4::float8)
    order by
      "samples"."datetime" desc
    limit
      $5
  ) searched;

select
  found.*
from
  (
    select
      string_agg(row (date_part('epoch', datetime), level)::text, '') filter (
        where
          level > $1::smallint
      ) as exceedances,
      count(*)::integer as searched,
      date_part('epoch', min(datetime)) as "lastSearched"
    from
      (
        select
          "samples"."datetime" as datetime,
          "samples"."lzeq" as level
        from
          "samples"
        where
          "samples"."sensor_no" = $2::integer
          and "samples"."datetime" between to_timestamp($3::float8) and to_timestamp($4::float8)
        order by
          "samples"."datetime" desc
        limit
          $5
      ) searched
  ) found
where
  (
    $6 = '*'
    or exists (
      select
      from
        "api_key_sensors" granted
      where
        granted.key_id = $7
        and granted.sensor_no = $8::integer
    )
  );

select
  string_agg(row (date_part('epoch', datetime), level)::text, '') filter (
    where
      level > $1::smallint
  ) as exceedances,
  count(*)::integer as searched,
  date_part('epoch', min(datetime)) as "lastSearched"
from
  (
    select
      "samples"."datetime" as datetime,
      "samples"."lzeq" as level
    from
      "samples"
    where
      "samples"."sensor_no" = $2::integer
      and "samples"."datetime" between to_timestamp($3::float8) and to_timestamp($4::float8)
    order by
      "samples"."datetime" desc
    limit
      $5
  ) searched;

-- select-excluded-stretches
select
  found.*
from
  (
    select
      coalesce(
        json_agg(
          date_part('epoch', first_at)
          order by
            first_at
        ),
        '[]'
      ) as starts,
      coalesce(
        json_agg(
          date_part('epoch', last_at)
          order by
            first_at
        ),
        '[]'
      ) as ends
    from
      (
        select
          min(start_at) as first_at,
          max(end_at) as last_at
        from
          (
            select
              start_at,
              end_at,
              count(*) filter (
                where
                  reached is null
                  or reached < start_at
              ) over (
                order by
                  start_at,
                  end_at rows unbounded preceding
              ) as stretch
            from
              (
                select
                  "exclusions"."start_at",
                  "exclusions"."end_at",
                  max("exclusions"."end_at") over (
                    order by
                      start_at,
                      end_at rows between unbounded preceding
                      and 1 preceding
                  ) as reached
                from
                  "exclusions"
                where
                  "exclusions"."sensor_no" = $1::integer
                  and "exclusions"."start_at" <= to_timestamp($2::float8)
                  and "exclusions"."end_at" > to_timestamp($3::float8)
              ) found
          ) numbered
        group by
          stretch
        order by
          first_at
        limit
          $4::integer
      ) stretches
  ) found
where
  (
    $5 = '*'
    or exists (
      select
      from
        "api_key_sensors" granted
      where
        granted.key_id = $6
        and granted.sensor_no = $7::integer
    )
  );

-- select-exclusions
select
  found.*
from
  (
    select
      coalesce(
        json_agg(
          json_build_object(
            'start',
            date_part('epoch', start_at),
            'end',
            date_part('epoch', end_at),
            'reason',
            reason,
            'note',
            note
          )
        ),
        '[]'
      ) as exclusions
    from
      (
        select
          "exclusions"."start_at",
          "exclusions"."end_at",
          "exclusions"."reason",
          "exclusions"."note"
        from
          "exclusions"
        where
          "exclusions"."sensor_no" = $1::integer
          and "exclusions"."start_at" <= to_timestamp($2::float8)
          and "exclusions"."end_at" > to_timestamp($3::float8)
          and (start_at, end_at, reason collate "C") > (to_timestamp($4::float8), to_timestamp($5::float8), $6::text)
        order by
          start_at,
          end_at,
          reason collate "C"
        limit
          $7::integer
      ) found
  ) found
where
  (
    $8 = '*'
    or exists (
      select
      from
        "api_key_sensors" granted
      where
        granted.key_id = $9
        and granted.sensor_no = $10::integer
    )
  );

-- select-extent
select
  found.*
from
  (
    select
      date_part('epoch', earliest.datetime) as first,
      date_part('epoch', latest.datetime) as last,
      (
        select
          count(*)::integer
        from
          "reported_weightings"
        where
          "reported_weightings"."sensor_no" = $1::integer
      ) as reported,
      (
        latest."laeq" is not null
        or exists (
          select
            1
          from
            "samples"
          where
            "samples"."sensor_no" = $2::integer
            and samples."laeq" is not null
            and "samples"."datetime" >= (
              select
                reported.first_at
              from
                "reported_weightings" reported
              where
                reported.sensor_no = $3::integer
                and reported.weighting = 'A'
            )
            and "samples"."datetime" between to_timestamp($4::float8) and to_timestamp($5::float8)
        )
      ) as "A",
      (
        latest."lceq" is not null
        or exists (
          select
            1
          from
            "samples"
          where
            "samples"."sensor_no" = $6::integer
            and samples."lceq" is not null
            and "samples"."datetime" >= (
              select
                reported.first_at
              from
                "reported_weightings" reported
              where
                reported.sensor_no = $7::integer
                and reported.weighting = 'C'
            )
            and "samples"."datetime" between to_timestamp($8::float8) and to_timestamp($9::float8)
        )
      ) as "C",
      (
        latest."lzeq" is not null
        or exists (
          select
            1
          from
            "samples"
          where
            "samples"."sensor_no" = $10::integer
            and samples."lzeq" is not null
            and "samples"."datetime" >= (
              select
                reported.first_at
              from
                "reported_weightings" reported
              where
                reported.sensor_no = $11::integer
                and reported.weighting = 'Z'
            )
            and "samples"."datetime" between to_timestamp($12::float8) and to_timestamp($13::float8)
        )
      ) as "Z"
    from
      (
        select
          max("datetime") as "datetime",
          max("laeq") as "laeq",
          max("lceq") as "lceq",
          max("lzeq") as "lzeq"
        from
          (
            select
              "datetime",
              "laeq",
              "lceq",
              "lzeq"
            from
              "samples"
            where
              "samples"."sensor_no" = $14::integer
              and "samples"."datetime" between to_timestamp($15::float8) and to_timestamp($16::float8)
            order by
              "samples"."datetime" asc
            limit
              1
          ) edge
      ) earliest,
      (
        select
          max("datetime") as "datetime",
          max("laeq") as "laeq",
          max("lceq") as "lceq",
          max("lzeq") as "lzeq"
        from
          (
            select
              "datetime",
              "laeq",
              "lceq",
              "lzeq"
            from
              "samples"
            where
              "samples"."sensor_no" = $17::integer
              and "samples"."datetime" between to_timestamp($18::float8) and to_timestamp($19::float8)
            order by
              "samples"."datetime" desc
            limit
              1
          ) edge
      ) latest
  ) found
where
  (
    $20 = '*'
    or exists (
      select
      from
        "api_key_sensors" granted
      where
        granted.key_id = $21
        and granted.sensor_no = $22::integer
    )
  );

select
  date_part('epoch', earliest.datetime) as first,
  date_part('epoch', latest.datetime) as last,
  (
    select
      count(*)::integer
    from
      "reported_weightings"
    where
      "reported_weightings"."sensor_no" = $1::integer
  ) as reported,
  (
    latest."laeq" is not null
    or exists (
      select
        1
      from
        "samples"
      where
        "samples"."sensor_no" = $2::integer
        and samples."laeq" is not null
        and "samples"."datetime" >= (
          select
            reported.first_at
          from
            "reported_weightings" reported
          where
            reported.sensor_no = $3::integer
            and reported.weighting = 'A'
        )
        and "samples"."datetime" between to_timestamp($4::float8) and to_timestamp($5::float8)
    )
  ) as "A",
  (
    latest."lceq" is not null
    or exists (
      select
        1
      from
        "samples"
      where
        "samples"."sensor_no" = $6::integer
        and samples."lceq" is not null
        and "samples"."datetime" >= (
          select
            reported.first_at
          from
            "reported_weightings" reported
          where
            reported.sensor_no = $7::integer
            and reported.weighting = 'C'
        )
        and "samples"."datetime" between to_timestamp($8::float8) and to_timestamp($9::float8)
    )
  ) as "C",
  (
    latest."lzeq" is not null
    or exists (
      select
        1
      from
        "samples"
      where
        "samples"."sensor_no" = $10::integer
        and samples."lzeq" is not null
        and "samples"."datetime" >= (
          select
            reported.first_at
          from
            "reported_weightings" reported
          where
            reported.sensor_no = $11::integer
            and reported.weighting = 'Z'
        )
        and "samples"."datetime" between to_timestamp($12::float8) and to_timestamp($13::float8)
    )
  ) as "Z"
from
  (
    select
      max("datetime") as "datetime",
      max("laeq") as "laeq",
      max("lceq") as "lceq",
      max("lzeq") as "lzeq"
    from
      (
        select
          "datetime",
          "laeq",
          "lceq",
          "lzeq"
        from
          "samples"
        where
          "samples"."sensor_no" = $14::integer
          and "samples"."datetime" between to_timestamp($15::float8) and to_timestamp($16::float8)
        order by
          "samples"."datetime" asc
        limit
          1
      ) edge
  ) earliest,
  (
    select
      max("datetime") as "datetime",
      max("laeq") as "laeq",
      max("lceq") as "lceq",
      max("lzeq") as "lzeq"
    from
      (
        select
          "datetime",
          "laeq",
          "lceq",
          "lzeq"
        from
          "samples"
        where
          "samples"."sensor_no" = $17::integer
          and "samples"."datetime" between to_timestamp($18::float8) and to_timestamp($19::float8)
        order by
          "samples"."datetime" desc
        limit
          1
      ) edge
  ) latest;

-- select-first-report
select
  date_part('epoch', min("reported_weightings"."first_at")) as second
from
  "reported_weightings"
where
  "reported_weightings"."sensor_no" = $1::integer;

-- select-first-sample
select
  date_part('epoch', "samples"."datetime") as second
from
  "samples"
where
  "samples"."sensor_no" = $1::integer
  and "samples"."datetime" <= to_timestamp($2::float8)
order by
  "samples"."datetime"
limit
  1;

-- select-import-counts
select
  "import_counts"."kind",
  "import_counts"."result",
  "import_counts"."rows"::float8 as rows,
  extract(
    epoch
    from
      "import_counts"."last_at"
  )::float8 as "lastAt"
from
  "import_counts";

-- select-key-figures
select
  count(*)::integer as active,
  coalesce(
    json_agg(
      json_build_object(
        'id',
        "api_keys"."id",
        'name',
        "api_keys"."name",
        'expiresAt',
        date_part('epoch', "api_keys"."expires_at")
      )
      order by
        "api_keys"."expires_at",
        "api_keys"."id" collate "C"
    ) filter (
      where
        "api_keys"."expires_at" <= $1::timestamptz
        and "api_keys"."replaced_by" is null
    ),
    '[]'
  ) as expiring
from
  "api_keys"
where
  "api_keys"."revoked_at" is null
  and (
    "api_keys"."expires_at" is null
    or "api_keys"."expires_at" > $2::timestamptz
  );

-- select-last-backup
select
  extract(
    epoch
    from
      "last_backup"."at"
  )::float8 as seconds
from
  "last_backup"
where
  "last_backup"."at" <= clock_timestamp() + interval '1 minute';

-- select-last-reported
select
  found.*
from
  (
    select
      json_agg(newest) -> 0 as sample,
      (
        select
          reported.first_at
        from
          "reported_weightings" reported
        where
          reported.sensor_no = $1::integer
          and reported.weighting = 'A'
      ) is not null as "isReported"
    from
      (
        select
          date_part('epoch', datetime) as second,
          "laeq" as "LAeq",
          "lceq" as "LCeq",
          "lzeq" as "LZeq",
          "lafmax" as "LAFmax",
          "lafmin" as "LAFmin",
          "lcpeak" as "LCpeak",
          "la10" as "LA10",
          "la50" as "LA50",
          "la90" as "LA90"
        from
          "samples"
        where
          "samples"."sensor_no" = $2::integer
          and "samples"."datetime" between to_timestamp($3::float8) and to_timestamp($4::float8)
          and "samples"."laeq" is not null
          and "samples"."datetime" >= (
            select
              reported.first_at
            from
              "reported_weightings" reported
            where
              reported.sensor_no = $5::integer
              and reported.weighting = 'A'
          )
        order by
          "samples"."datetime" desc
        limit
          1
      ) newest
  ) found
where
  (
    $6 = '*'
    or exists (
      select
      from
        "api_key_sensors" granted
      where
        granted.key_id = $7
        and granted.sensor_no = $8::integer
    )
  );

select
  json_agg(newest) -> 0 as sample,
  (
    select
      reported.first_at
    from
      "reported_weightings" reported
    where
      reported.sensor_no = $1::integer
      and reported.weighting = 'A'
  ) is not null as "isReported"
from
  (
    select
      date_part('epoch', datetime) as second,
      "laeq" as "LAeq",
      "lceq" as "LCeq",
      "lzeq" as "LZeq",
      "lafmax" as "LAFmax",
      "lafmin" as "LAFmin",
      "lcpeak" as "LCpeak",
      "la10" as "LA10",
      "la50" as "LA50",
      "la90" as "LA90"
    from
      "samples"
    where
      "samples"."sensor_no" = $2::integer
      and "samples"."datetime" between to_timestamp($3::float8) and to_timestamp($4::float8)
      and "samples"."laeq" is not null
      and "samples"."datetime" >= (
        select
          reported.first_at
        from
          "reported_weightings" reported
        where
          reported.sensor_no = $5::integer
          and reported.weighting = 'A'
      )
    order by
      "samples"."datetime" desc
    limit
      1
  ) newest;

select
  found.*
from
  (
    select
      json_agg(newest) -> 0 as sample,
      (
        select
          reported.first_at
        from
          "reported_weightings" reported
        where
          reported.sensor_no = $1::integer
          and reported.weighting = 'C'
      ) is not null as "isReported"
    from
      (
        select
          date_part('epoch', datetime) as second,
          "laeq" as "LAeq",
          "lceq" as "LCeq",
          "lzeq" as "LZeq",
          "lafmax" as "LAFmax",
          "lafmin" as "LAFmin",
          "lcpeak" as "LCpeak",
          "la10" as "LA10",
          "la50" as "LA50",
          "la90" as "LA90"
        from
          "samples"
        where
          "samples"."sensor_no" = $2::integer
          and "samples"."datetime" between to_timestamp($3::float8) and to_timestamp($4::float8)
          and "samples"."lceq" is not null
          and "samples"."datetime" >= (
            select
              reported.first_at
            from
              "reported_weightings" reported
            where
              reported.sensor_no = $5::integer
              and reported.weighting = 'C'
          )
        order by
          "samples"."datetime" desc
        limit
          1
      ) newest
  ) found
where
  (
    $6 = '*'
    or exists (
      select
      from
        "api_key_sensors" granted
      where
        granted.key_id = $7
        and granted.sensor_no = $8::integer
    )
  );

select
  json_agg(newest) -> 0 as sample,
  (
    select
      reported.first_at
    from
      "reported_weightings" reported
    where
      reported.sensor_no = $1::integer
      and reported.weighting = 'C'
  ) is not null as "isReported"
from
  (
    select
      date_part('epoch', datetime) as second,
      "laeq" as "LAeq",
      "lceq" as "LCeq",
      "lzeq" as "LZeq",
      "lafmax" as "LAFmax",
      "lafmin" as "LAFmin",
      "lcpeak" as "LCpeak",
      "la10" as "LA10",
      "la50" as "LA50",
      "la90" as "LA90"
    from
      "samples"
    where
      "samples"."sensor_no" = $2::integer
      and "samples"."datetime" between to_timestamp($3::float8) and to_timestamp($4::float8)
      and "samples"."lceq" is not null
      and "samples"."datetime" >= (
        select
          reported.first_at
        from
          "reported_weightings" reported
        where
          reported.sensor_no = $5::integer
          and reported.weighting = 'C'
      )
    order by
      "samples"."datetime" desc
    limit
      1
  ) newest;

select
  found.*
from
  (
    select
      json_agg(newest) -> 0 as sample,
      (
        select
          reported.first_at
        from
          "reported_weightings" reported
        where
          reported.sensor_no = $1::integer
          and reported.weighting = 'Z'
      ) is not null as "isReported"
    from
      (
        select
          date_part('epoch', datetime) as second,
          "laeq" as "LAeq",
          "lceq" as "LCeq",
          "lzeq" as "LZeq",
          "lafmax" as "LAFmax",
          "lafmin" as "LAFmin",
          "lcpeak" as "LCpeak",
          "la10" as "LA10",
          "la50" as "LA50",
          "la90" as "LA90"
        from
          "samples"
        where
          "samples"."sensor_no" = $2::integer
          and "samples"."datetime" between to_timestamp($3::float8) and to_timestamp($4::float8)
          and "samples"."lzeq" is not null
          and "samples"."datetime" >= (
            select
              reported.first_at
            from
              "reported_weightings" reported
            where
              reported.sensor_no = $5::integer
              and reported.weighting = 'Z'
          )
        order by
          "samples"."datetime" desc
        limit
          1
      ) newest
  ) found
where
  (
    $6 = '*'
    or exists (
      select
      from
        "api_key_sensors" granted
      where
        granted.key_id = $7
        and granted.sensor_no = $8::integer
    )
  );

select
  json_agg(newest) -> 0 as sample,
  (
    select
      reported.first_at
    from
      "reported_weightings" reported
    where
      reported.sensor_no = $1::integer
      and reported.weighting = 'Z'
  ) is not null as "isReported"
from
  (
    select
      date_part('epoch', datetime) as second,
      "laeq" as "LAeq",
      "lceq" as "LCeq",
      "lzeq" as "LZeq",
      "lafmax" as "LAFmax",
      "lafmin" as "LAFmin",
      "lcpeak" as "LCpeak",
      "la10" as "LA10",
      "la50" as "LA50",
      "la90" as "LA90"
    from
      "samples"
    where
      "samples"."sensor_no" = $2::integer
      and "samples"."datetime" between to_timestamp($3::float8) and to_timestamp($4::float8)
      and "samples"."lzeq" is not null
      and "samples"."datetime" >= (
        select
          reported.first_at
        from
          "reported_weightings" reported
        where
          reported.sensor_no = $5::integer
          and reported.weighting = 'Z'
      )
    order by
      "samples"."datetime" desc
    limit
      1
  ) newest;

-- select-latest-figures
select
  "sensor_latest"."sensor_no" as "sensorNo",
  date_part('epoch', "sensor_latest"."datetime") as newest,
  "sensor_latest"."inferred_seconds" as "inferredInterval",
  date_part('epoch', "sensor_latest"."inferred_at") as "inferredAt"
from
  "sensor_latest";

-- select-latest-samples
select
  wanted.sensor_no as "sensorNo",
  date_part('epoch', datetime) as second,
  "laeq" as "LAeq",
  "lceq" as "LCeq",
  "lzeq" as "LZeq",
  "lafmax" as "LAFmax",
  "lafmin" as "LAFmin",
  "lcpeak" as "LCpeak",
  "la10" as "LA10",
  "la50" as "LA50",
  "la90" as "LA90"
from
  unnest($1::integer[]) wanted (sensor_no)
  left join "sensor_latest" using (sensor_no)
where
  (
    $2 = '*'
    or exists (
      select
      from
        "api_key_sensors" granted
      where
        granted.key_id = $3
        and granted.sensor_no = wanted.sensor_no
    )
  );

select
  wanted.sensor_no as "sensorNo",
  date_part('epoch', datetime) as second,
  "laeq" as "LAeq",
  "lceq" as "LCeq",
  "lzeq" as "LZeq",
  "lafmax" as "LAFmax",
  "lafmin" as "LAFmin",
  "lcpeak" as "LCpeak",
  "la10" as "LA10",
  "la50" as "LA50",
  "la90" as "LA90"
from
  unnest($1::integer[]) wanted (sensor_no)
  left join "sensor_latest" using (sensor_no)
where
  true;

-- select-leased-recording
select
  lease.operation,
  recording.object_name as "objectName",
  recording.byte_length::float8 as "byteLength",
  recording.sha256
from
  "audio_leases" lease
  join "sensors" on sensors.sensor_no = lease.sensor_no
  left join "recordings" recording on recording.sensor_no = lease.sensor_no
  and recording.sensor_no = $1::integer
  and recording.datetime = to_timestamp($2::float8)
  and (
    recording.retain_until is null
    or recording.retain_until > $3::timestamptz
  )
  and recording.missing_since is null
  and (
    exists (
      select
      from
        "api_key_sensors" granted
      where
        granted.key_id = $4
        and granted.sensor_no = sensors.sensor_no
    )
    and exists (
      select
      from
        "api_key_projects" granted
      where
        granted.key_id = $5
        and granted.project_no = sensors.project_no
    )
  )
  and recording.datetime = any (lease.recording_datetimes)
  and left(recording.sha256, 16) = lease.recording_digests[array_position(lease.recording_datetimes, recording.datetime)]
where
  lease.sensor_no = $6::integer
  and lease.id = $7::uuid
  and lease.key_id = $8
  and lease.expires_at > $9::timestamptz
  -- A clock that was ahead would have issued a lease that is valid for too long.
  and lease.issued_at <= $10::timestamptz + interval '1 minute';

-- select-loud-samples
select
  found.*
from
  (
    select
      string_agg(
        row (
          date_part('epoch', datetime),
          level,
          coalesce(lafmax, (-32768)::smallint),
          coalesce(
            date_part(
              'epoch',
              (
                select
                  min(later.datetime)
                from
                  "samples" later
                where
                  later.sensor_no = $1::integer
                  and later.datetime > searched.datetime
                  and later.datetime < searched.datetime + make_interval(secs => $2::float8)
              )
            ),
            0
          )
        )::text,
        ''
      ) filter (
        where
          level > $3::smallint
      ) as loud,
      count(*)::integer as searched,
      date_part('epoch', max(datetime)) as "lastSearched"
    from
      (
        select
          "samples"."datetime" as datetime,
          "samples"."lafmax" as lafmax,
          "samples"."laeq" as level
        from
          "samples"
        where
          "samples"."sensor_no" = $4::integer
          and "samples"."datetime" between to_timestamp($5::float8) and to_timestamp($6::float8)
        order by
          datetime
        limit
          $7
      ) searched
  ) found
where
  (
    $8 = '*'
    or exists (
      select
      from
        "api_key_sensors" granted
      where
        granted.key_id = $9
        and granted.sensor_no = $10::integer
    )
  );

select
  string_agg(
    row (
      date_part('epoch', datetime),
      level,
      coalesce(lafmax, (-32768)::smallint),
      coalesce(
        date_part(
          'epoch',
          (
            select
              min(later.datetime)
            from
              "samples" later
            where
              later.sensor_no = $1::integer
              and later.datetime > searched.datetime
              and later.datetime < searched.datetime + make_interval(secs => $2::float8)
          )
        ),
        0
      )
    )::text,
    ''
  ) filter (
    where
      level > $3::smallint
  ) as loud,
  count(*)::integer as searched,
  date_part('epoch', max(datetime)) as "lastSearched"
from
  (
    select
      "samples"."datetime" as datetime,
      "samples"."lafmax" as lafmax,
      "samples"."laeq" as level
    from
      "samples"
    where
      "samples"."sensor_no" = $4::integer
      and "samples"."datetime" between to_timestamp($5::float8) and to_timestamp($6::float8)
    order by
      datetime
    limit
      $7
  ) searched;

select
  found.*
from
  (
    select
      string_agg(
        row (
          date_part('epoch', datetime),
          level,
          coalesce(lafmax, (-32768)::smallint),
          coalesce(
            date_part(
              'epoch',
              case
                when next < datetime + make_interval(secs => $1::float8) then next
              end
            ),
            0
          )
        )::text,
        ''
      ) filter (
        where
          level > $2::smallint
      ) as loud,
      count(*)::integer as searched,
      date_part('epoch', max(datetime)) as "lastSearched"
    from
      (
        select
          *
        from
          (
            select
              "samples"."datetime" as datetime,
              "samples"."lafmax" as lafmax,
              "samples"."laeq" as level,
              lead("samples"."datetime") over (
                order by
                  "samples"."datetime"
              ) as next
            from
              "samples"
            where
              "samples"."sensor_no" = $3::integer
              and "samples"."datetime" between to_timestamp($4::float8) and to_timestamp(($5::float8 + $6::float8)::float8)
          ) followed
        where
          datetime <= to_timestamp($7::float8)
        order by
          datetime
        limit
          $8
      ) searched
  ) found
where
  (
    $9 = '*'
    or exists (
      select
      from
        "api_key_sensors" granted
      where
        granted.key_id = $10
        and granted.sensor_no = $11::integer
    )
  );

select
  string_agg(
    row (
      date_part('epoch', datetime),
      level,
      coalesce(lafmax, (-32768)::smallint),
      coalesce(
        date_part(
          'epoch',
          case
            when next < datetime + make_interval(secs => $1::float8) then next
          end
        ),
        0
      )
    )::text,
    ''
  ) filter (
    where
      level > $2::smallint
  ) as loud,
  count(*)::integer as searched,
  date_part('epoch', max(datetime)) as "lastSearched"
from
  (
    select
      *
    from
      (
        select
          "samples"."datetime" as datetime,
          "samples"."lafmax" as lafmax,
          "samples"."laeq" as level,
          lead("samples"."datetime") over (
            order by
              "samples"."datetime"
          ) as next
        from
          "samples"
        where
          "samples"."sensor_no" = $3::integer
          and "samples"."datetime" between to_timestamp($4::float8) and to_timestamp(($5::float8 + $6::float8)::float8)
      ) followed
    where
      datetime <= to_timestamp($7::float8)
    order by
      datetime
    limit
      $8
  ) searched;

select
  found.*
from
  (
    select
      string_agg(
        row (
          date_part('epoch', datetime),
          level,
          coalesce(lafmax, (-32768)::smallint),
          coalesce(
            date_part(
              'epoch',
              (
                select
                  min(later.datetime)
                from
                  "samples" later
                where
                  later.sensor_no = $1::integer
                  and later.datetime > searched.datetime
                  and later.datetime < searched.datetime + make_interval(secs => $2::float8)
              )
            ),
            0
          )
        )::text,
        ''
      ) filter (
        where
          level > $3::smallint
      ) as loud,
      count(*)::integer as searched,
      date_part('epoch', max(datetime)) as "lastSearched"
    from
      (
        select
          "samples"."datetime" as datetime,
          "samples"."lafmax" as lafmax,
          "samples"."lceq" as level
        from
          "samples"
        where
          "samples"."sensor_no" = $4::integer
          and "samples"."datetime" between to_timestamp($5::float8) and to_timestamp($6::float8)
        order by
          datetime
        limit
          $7
      ) searched
  ) found
where
  (
    $8 = '*'
    or exists (
      select
      from
        "api_key_sensors" granted
      where
        granted.key_id = $9
        and granted.sensor_no = $10::integer
    )
  );

select
  string_agg(
    row (
      date_part('epoch', datetime),
      level,
      coalesce(lafmax, (-32768)::smallint),
      coalesce(
        date_part(
          'epoch',
          (
            select
              min(later.datetime)
            from
              "samples" later
            where
              later.sensor_no = $1::integer
              and later.datetime > searched.datetime
              and later.datetime < searched.datetime + make_interval(secs => $2::float8)
          )
        ),
        0
      )
    )::text,
    ''
  ) filter (
    where
      level > $3::smallint
  ) as loud,
  count(*)::integer as searched,
  date_part('epoch', max(datetime)) as "lastSearched"
from
  (
    select
      "samples"."datetime" as datetime,
      "samples"."lafmax" as lafmax,
      "samples"."lceq" as level
    from
      "samples"
    where
      "samples"."sensor_no" = $4::integer
      and "samples"."datetime" between to_timestamp($5::float8) and to_timestamp($6::float8)
    order by
      datetime
    limit
      $7
  ) searched;

select
  found.*
from
  (
    select
      string_agg(
        row (
          date_part('epoch', datetime),
          level,
          coalesce(lafmax, (-32768)::smallint),
          coalesce(
            date_part(
              'epoch',
              case
                when next < datetime + make_interval(secs => $1::float8) then next
              end
            ),
            0
          )
        )::text,
        ''
      ) filter (
        where
          level > $2::smallint
      ) as loud,
      count(*)::integer as searched,
      date_part('epoch', max(datetime)) as "lastSearched"
    from
      (
        select
          *
        from
          (
            select
              "samples"."datetime" as datetime,
              "samples"."lafmax" as lafmax,
              "samples"."lceq" as level,
              lead("samples"."datetime") over (
                order by
                  "samples"."datetime"
              ) as next
            from
              "samples"
            where
              "samples"."sensor_no" = $3::integer
              and "samples"."datetime" between to_timestamp($4::float8) and to_timestamp(($5::float8 + $6::float8)::float8)
          ) followed
        where
          datetime <= to_timestamp($7::float8)
        order by
          datetime
        limit
          $8
      ) searched
  ) found
where
  (
    $9 = '*'
    or exists (
      select
      from
        "api_key_sensors" granted
      where
        granted.key_id = $10
        and granted.sensor_no = $11::integer
    )
  );

select
  string_agg(
    row (
      date_part('epoch', datetime),
      level,
      coalesce(lafmax, (-32768)::smallint),
      coalesce(
        date_part(
          'epoch',
          case
            when next < datetime + make_interval(secs => $1::float8) then next
          end
        ),
        0
      )
    )::text,
    ''
  ) filter (
    where
      level > $2::smallint
  ) as loud,
  count(*)::integer as searched,
  date_part('epoch', max(datetime)) as "lastSearched"
from
  (
    select
      *
    from
      (
        select
          "samples"."datetime" as datetime,
          "samples"."lafmax" as lafmax,
          "samples"."lceq" as level,
          lead("samples"."datetime") over (
            order by
              "samples"."datetime"
          ) as next
        from
          "samples"
        where
          "samples"."sensor_no" = $3::integer
          and "samples"."datetime" between to_timestamp($4::float8) and to_timestamp(($5::float8 + $6::float8)::float8)
      ) followed
    where
      datetime <= to_timestamp($7::float8)
    order by
      datetime
    limit
      $8
  ) searched;

select
  found.*
from
  (
    select
      string_agg(
        row (
          date_part('epoch', datetime),
          level,
          coalesce(lafmax, (-32768)::smallint),
          coalesce(
            date_part(
              'epoch',
              (
                select
                  min(later.datetime)
                from
                  "samples" later
                where
                  later.sensor_no = $1::integer
                  and later.datetime > searched.datetime
                  and later.datetime < searched.datetime + make_interval(secs => $2::float8)
              )
            ),
            0
          )
        )::text,
        ''
      ) filter (
        where
          level > $3::smallint
      ) as loud,
      count(*)::integer as searched,
      date_part('epoch', max(datetime)) as "lastSearched"
    from
      (
        select
          "samples"."datetime" as datetime,
          "samples"."lafmax" as lafmax,
          "samples"."lzeq" as level
        from
          "samples"
        where
          "samples"."sensor_no" = $4::integer
          and "samples"."datetime" between to_timestamp($5::float8) and to_timestamp($6::float8)
        order by
          datetime
        limit
          $7
      ) searched
  ) found
where
  (
    $8 = '*'
    or exists (
      select
      from
        "api_key_sensors" granted
      where
        granted.key_id = $9
        and granted.sensor_no = $10::integer
    )
  );

select
  string_agg(
    row (
      date_part('epoch', datetime),
      level,
      coalesce(lafmax, (-32768)::smallint),
      coalesce(
        date_part(
          'epoch',
          (
            select
              min(later.datetime)
            from
              "samples" later
            where
              later.sensor_no = $1::integer
              and later.datetime > searched.datetime
              and later.datetime < searched.datetime + make_interval(secs => $2::float8)
          )
        ),
        0
      )
    )::text,
    ''
  ) filter (
    where
      level > $3::smallint
  ) as loud,
  count(*)::integer as searched,
  date_part('epoch', max(datetime)) as "lastSearched"
from
  (
    select
      "samples"."datetime" as datetime,
      "samples"."lafmax" as lafmax,
      "samples"."lzeq" as level
    from
      "samples"
    where
      "samples"."sensor_no" = $4::integer
      and "samples"."datetime" between to_timestamp($5::float8) and to_timestamp($6::float8)
    order by
      datetime
    limit
      $7
  ) searched;

select
  found.*
from
  (
    select
      string_agg(
        row (
          date_part('epoch', datetime),
          level,
          coalesce(lafmax, (-32768)::smallint),
          coalesce(
            date_part(
              'epoch',
              case
                when next < datetime + make_interval(secs => $1::float8) then next
              end
            ),
            0
          )
        )::text,
        ''
      ) filter (
        where
          level > $2::smallint
      ) as loud,
      count(*)::integer as searched,
      date_part('epoch', max(datetime)) as "lastSearched"
    from
      (
        select
          *
        from
          (
            select
              "samples"."datetime" as datetime,
              "samples"."lafmax" as lafmax,
              "samples"."lzeq" as level,
              lead("samples"."datetime") over (
                order by
                  "samples"."datetime"
              ) as next
            from
              "samples"
            where
              "samples"."sensor_no" = $3::integer
              and "samples"."datetime" between to_timestamp($4::float8) and to_timestamp(($5::float8 + $6::float8)::float8)
          ) followed
        where
          datetime <= to_timestamp($7::float8)
        order by
          datetime
        limit
          $8
      ) searched
  ) found
where
  (
    $9 = '*'
    or exists (
      select
      from
        "api_key_sensors" granted
      where
        granted.key_id = $10
        and granted.sensor_no = $11::integer
    )
  );

select
  string_agg(
    row (
      date_part('epoch', datetime),
      level,
      coalesce(lafmax, (-32768)::smallint),
      coalesce(
        date_part(
          'epoch',
          case
            when next < datetime + make_interval(secs => $1::float8) then next
          end
        ),
        0
      )
    )::text,
    ''
  ) filter (
    where
      level > $2::smallint
  ) as loud,
  count(*)::integer as searched,
  date_part('epoch', max(datetime)) as "lastSearched"
from
  (
    select
      *
    from
      (
        select
          "samples"."datetime" as datetime,
          "samples"."lafmax" as lafmax,
          "samples"."lzeq" as level,
          lead("samples"."datetime") over (
            order by
              "samples"."datetime"
          ) as next
        from
          "samples"
        where
          "samples"."sensor_no" = $3::integer
          and "samples"."datetime" between to_timestamp($4::float8) and to_timestamp(($5::float8 + $6::float8)::float8)
      ) followed
    where
      datetime <= to_timestamp($7::float8)
    order by
      datetime
    limit
      $8
  ) searched;

-- select-may-still-read
select
from
  "sensors"
where
  "sensors"."sensor_no" = $1::integer
  and (
    exists (
      select
      from
        "api_key_sensors" granted
      where
        granted.key_id = $2
        and granted.sensor_no = sensors.sensor_no
    )
    and exists (
      select
      from
        "api_key_projects" granted
      where
        granted.key_id = $3
        and granted.project_no = sensors.project_no
    )
  )
  and exists (
    select
    from
      "api_keys" granted
    where
      granted.id = $4
      and granted.revoked_at is null
      and (
        granted.expires_at is null
        or granted.expires_at > $5::timestamptz
      )
      and $6 = any (granted.scopes)
  );

-- select-project-figures
select
  "projects"."project_no" as "projectNo",
  "projects"."id",
  "projects"."timezone",
  (
    extract(
      epoch
      from
        "projects"."contract_start_at"
    ) * 1000
  )::float8 as "startAt",
  (
    extract(
      epoch
      from
        "projects"."contract_end_at"
    ) * 1000
  )::float8 as "endAt"
from
  "projects"
order by
  "projects"."id" collate "C";

-- select-projects
select
  "projects"."project_no" as "projectNo",
  "projects"."id",
  "projects"."name",
  "projects"."description",
  "projects"."timezone",
  "projects"."latitude",
  "projects"."longitude",
  (
    extract(
      epoch
      from
        "projects"."contract_start_at"
    ) * 1000
  )::float8 as "startAt",
  (
    extract(
      epoch
      from
        "projects"."contract_end_at"
    ) * 1000
  )::float8 as "endAt",
  "classification_models"."name" as model,
  "projects"."min_confidence" as "minConfidence"
from
  "projects"
  left join "classification_models" on "classification_models"."model_no" = "projects"."model_no"
where
  (
    $1 = '*'
    or exists (
      select
      from
        "api_key_projects" granted
      where
        granted.key_id = $2
        and granted.project_no = projects.project_no
    )
  )
order by
  "projects"."id" collate "C";

-- select-projects-by-id
select
  "projects"."project_no" as "projectNo",
  "projects"."id",
  "projects"."name",
  "projects"."description",
  "projects"."timezone",
  "projects"."latitude",
  "projects"."longitude",
  (
    extract(
      epoch
      from
        "projects"."contract_start_at"
    ) * 1000
  )::float8 as "startAt",
  (
    extract(
      epoch
      from
        "projects"."contract_end_at"
    ) * 1000
  )::float8 as "endAt",
  "classification_models"."name" as model,
  "projects"."min_confidence" as "minConfidence"
from
  "projects"
  left join "classification_models" on "classification_models"."model_no" = "projects"."model_no"
where
  "projects"."id" = any ($1::text[])
  and (
    $2 = '*'
    or exists (
      select
      from
        "api_key_projects" granted
      where
        granted.key_id = $3
        and granted.project_no = projects.project_no
    )
  )
order by
  "projects"."id" collate "C";

-- select-recording-figures
select
  "recordings"."sensor_no" as "sensorNo",
  count(*)::float8 as count,
  sum("recordings"."byte_length")::float8 as bytes
from
  "recordings"
group by
  "recordings"."sensor_no";

-- select-recordings
select
  found.*
from
  (
    select
      json_agg(
        json_build_object(
          'second',
          date_part('epoch', "recordings"."datetime"),
          'byteLength',
          "recordings"."byte_length",
          'sampleRateHertz',
          "recordings"."sample_rate_hertz",
          'totalSamples',
          "recordings"."total_samples"
        )
      ) as found
    from
      "recordings"
    where
      "recordings"."sensor_no" = $1::integer
      and "recordings"."datetime" = any (
        array(
          select
            to_timestamp(second)
          from
            unnest($2::bigint[]) second
        )
      )
      and (
        "recordings"."retain_until" is null
        or "recordings"."retain_until" > $3::timestamptz
      )
      and "recordings"."missing_since" is null
  ) found
where
  (
    $4 = '*'
    or exists (
      select
      from
        "api_key_sensors" granted
      where
        granted.key_id = $5
        and granted.sensor_no = $6::integer
    )
  );

-- select-sample-count
select
  count(*)::integer as samples
from
  "samples"
where
  "samples"."sensor_no" = $1::integer
  and "samples"."datetime" between to_timestamp($2::float8) and to_timestamp($3::float8);

-- select-samples
select
  found.*
from
  (
    select
      page."count",
      page."seconds",
      page."LAeq",
      page."LCeq",
      page."LZeq",
      page."LAFmax",
      page."LAFmin",
      page."LCpeak",
      page."LA10",
      page."LA50",
      page."LA90",
      (
        select
          json_build_object(
            'seconds',
            json_agg(date_part('epoch', datetime)),
            'labels',
            json_agg(label),
            'confidences',
            json_agg(confidence)
          ) as classifications
        from
          (
            select distinct
              on (datetime) "classifications"."datetime" as datetime,
              "classifications"."label" as label,
              "classifications"."confidence" as confidence
            from
              "classifications"
            where
              "classifications"."sensor_no" = $1::integer
              and "classifications"."model_no" = $2::integer
              and "classifications"."confidence" >= $3::float8
              and datetime between page.first and page.last
            order by
              datetime,
              confidence desc,
              label collate "C"
          ) best
      )
    from
      (
        select
          count(*)::integer as count,
          encode(string_agg(timestamptz_send (datetime), ''::bytea), 'base64') as seconds,
          encode(
            string_agg(int2send (coalesce("laeq", '-32768'::smallint)), ''::bytea),
            'base64'
          ) as "LAeq",
          encode(
            string_agg(int2send (coalesce("lceq", '-32768'::smallint)), ''::bytea),
            'base64'
          ) as "LCeq",
          encode(
            string_agg(int2send (coalesce("lzeq", '-32768'::smallint)), ''::bytea),
            'base64'
          ) as "LZeq",
          encode(
            string_agg(int2send (coalesce("lafmax", '-32768'::smallint)), ''::bytea),
            'base64'
          ) as "LAFmax",
          encode(
            string_agg(int2send (coalesce("lafmin", '-32768'::smallint)), ''::bytea),
            'base64'
          ) as "LAFmin",
          encode(
            string_agg(int2send (coalesce("lcpeak", '-32768'::smallint)), ''::bytea),
            'base64'
          ) as "LCpeak",
          encode(
            string_agg(int2send (coalesce("la10", '-32768'::smallint)), ''::bytea),
            'base64'
          ) as "LA10",
          encode(
            string_agg(int2send (coalesce("la50", '-32768'::smallint)), ''::bytea),
            'base64'
          ) as "LA50",
          encode(
            string_agg(int2send (coalesce("la90", '-32768'::smallint)), ''::bytea),
            'base64'
          ) as "LA90",
          min(datetime) as first,
          (array_agg(datetime)) [least(count(*)::integer, $4::integer)] as last
        from
          (
            select
              "samples"."datetime",
              "samples"."laeq",
              "samples"."lceq",
              "samples"."lzeq",
              "samples"."lafmax",
              "samples"."lafmin",
              "samples"."lcpeak",
              "samples"."la10",
              "samples"."la50",
              "samples"."la90"
            from
              "samples"
            where
              "samples"."sensor_no" = $5::integer
              and "samples"."datetime" between to_timestamp($6::float8) and to_timestamp($7::float8)
            order by
              "samples"."datetime" asc
            limit
              $8::integer + 1
          ) samples
      ) page
  ) found
where
  (
    $9 = '*'
    or exists (
      select
      from
        "api_key_sensors" granted
      where
        granted.key_id = $10
        and granted.sensor_no = $11::integer
    )
  );

select
  page."count",
  page."seconds",
  page."LAeq",
  page."LCeq",
  page."LZeq",
  page."LAFmax",
  page."LAFmin",
  page."LCpeak",
  page."LA10",
  page."LA50",
  page."LA90",
  (
    select
      json_build_object(
        'seconds',
        json_agg(date_part('epoch', datetime)),
        'labels',
        json_agg(label),
        'confidences',
        json_agg(confidence)
      ) as classifications
    from
      (
        select distinct
          on (datetime) "classifications"."datetime" as datetime,
          "classifications"."label" as label,
          "classifications"."confidence" as confidence
        from
          "classifications"
        where
          "classifications"."sensor_no" = $1::integer
          and "classifications"."model_no" = $2::integer
          and "classifications"."confidence" >= $3::float8
          and datetime between page.first and page.last
        order by
          datetime,
          confidence desc,
          label collate "C"
      ) best
  )
from
  (
    select
      count(*)::integer as count,
      encode(string_agg(timestamptz_send (datetime), ''::bytea), 'base64') as seconds,
      encode(
        string_agg(int2send (coalesce("laeq", '-32768'::smallint)), ''::bytea),
        'base64'
      ) as "LAeq",
      encode(
        string_agg(int2send (coalesce("lceq", '-32768'::smallint)), ''::bytea),
        'base64'
      ) as "LCeq",
      encode(
        string_agg(int2send (coalesce("lzeq", '-32768'::smallint)), ''::bytea),
        'base64'
      ) as "LZeq",
      encode(
        string_agg(int2send (coalesce("lafmax", '-32768'::smallint)), ''::bytea),
        'base64'
      ) as "LAFmax",
      encode(
        string_agg(int2send (coalesce("lafmin", '-32768'::smallint)), ''::bytea),
        'base64'
      ) as "LAFmin",
      encode(
        string_agg(int2send (coalesce("lcpeak", '-32768'::smallint)), ''::bytea),
        'base64'
      ) as "LCpeak",
      encode(
        string_agg(int2send (coalesce("la10", '-32768'::smallint)), ''::bytea),
        'base64'
      ) as "LA10",
      encode(
        string_agg(int2send (coalesce("la50", '-32768'::smallint)), ''::bytea),
        'base64'
      ) as "LA50",
      encode(
        string_agg(int2send (coalesce("la90", '-32768'::smallint)), ''::bytea),
        'base64'
      ) as "LA90",
      min(datetime) as first,
      (array_agg(datetime)) [least(count(*)::integer, $4::integer)] as last
    from
      (
        select
          "samples"."datetime",
          "samples"."laeq",
          "samples"."lceq",
          "samples"."lzeq",
          "samples"."lafmax",
          "samples"."lafmin",
          "samples"."lcpeak",
          "samples"."la10",
          "samples"."la50",
          "samples"."la90"
        from
          "samples"
        where
          "samples"."sensor_no" = $5::integer
          and "samples"."datetime" between to_timestamp($6::float8) and to_timestamp($7::float8)
        order by
          "samples"."datetime" asc
        limit
          $8::integer + 1
      ) samples
  ) page;

select
  found.*
from
  (
    select
      page."count",
      page."seconds",
      page."LAeq",
      page."LCeq",
      page."LZeq",
      page."LAFmax",
      page."LAFmin",
      page."LCpeak",
      page."LA10",
      page."LA50",
      page."LA90",
      (
        select
          json_build_object(
            'seconds',
            json_agg(date_part('epoch', datetime)),
            'labels',
            json_agg(label),
            'confidences',
            json_agg(confidence)
          ) as classifications
        from
          (
            select distinct
              on (datetime) "classifications"."datetime" as datetime,
              "classifications"."label" as label,
              "classifications"."confidence" as confidence
            from
              "classifications"
            where
              "classifications"."sensor_no" = $1::integer
              and "classifications"."model_no" = $2::integer
              and "classifications"."confidence" >= $3::float8
              and datetime between page.first and page.last
            order by
              datetime,
              confidence desc,
              label collate "C"
          ) best
      )
    from
      (
        select
          count(*)::integer as count,
          encode(string_agg(timestamptz_send (datetime), ''::bytea), 'base64') as seconds,
          encode(
            string_agg(int2send (coalesce("laeq", '-32768'::smallint)), ''::bytea),
            'base64'
          ) as "LAeq",
          encode(
            string_agg(int2send (coalesce("lceq", '-32768'::smallint)), ''::bytea),
            'base64'
          ) as "LCeq",
          encode(
            string_agg(int2send (coalesce("lzeq", '-32768'::smallint)), ''::bytea),
            'base64'
          ) as "LZeq",
          encode(
            string_agg(int2send (coalesce("lafmax", '-32768'::smallint)), ''::bytea),
            'base64'
          ) as "LAFmax",
          encode(
            string_agg(int2send (coalesce("lafmin", '-32768'::smallint)), ''::bytea),
            'base64'
          ) as "LAFmin",
          encode(
            string_agg(int2send (coalesce("lcpeak", '-32768'::smallint)), ''::bytea),
            'base64'
          ) as "LCpeak",
          encode(
            string_agg(int2send (coalesce("la10", '-32768'::smallint)), ''::bytea),
            'base64'
          ) as "LA10",
          encode(
            string_agg(int2send (coalesce("la50", '-32768'::smallint)), ''::bytea),
            'base64'
          ) as "LA50",
          encode(
            string_agg(int2send (coalesce("la90", '-32768'::smallint)), ''::bytea),
            'base64'
          ) as "LA90",
          (array_agg(datetime)) [least(count(*)::integer, $4::integer)] as first,
          max(datetime) as last
        from
          (
            select
              "samples"."datetime",
              "samples"."laeq",
              "samples"."lceq",
              "samples"."lzeq",
              "samples"."lafmax",
              "samples"."lafmin",
              "samples"."lcpeak",
              "samples"."la10",
              "samples"."la50",
              "samples"."la90"
            from
              "samples"
            where
              "samples"."sensor_no" = $5::integer
              and "samples"."datetime" between to_timestamp($6::float8) and to_timestamp($7::float8)
            order by
              "samples"."datetime" desc
            limit
              $8::integer + 1
          ) samples
      ) page
  ) found
where
  (
    $9 = '*'
    or exists (
      select
      from
        "api_key_sensors" granted
      where
        granted.key_id = $10
        and granted.sensor_no = $11::integer
    )
  );

select
  page."count",
  page."seconds",
  page."LAeq",
  page."LCeq",
  page."LZeq",
  page."LAFmax",
  page."LAFmin",
  page."LCpeak",
  page."LA10",
  page."LA50",
  page."LA90",
  (
    select
      json_build_object(
        'seconds',
        json_agg(date_part('epoch', datetime)),
        'labels',
        json_agg(label),
        'confidences',
        json_agg(confidence)
      ) as classifications
    from
      (
        select distinct
          on (datetime) "classifications"."datetime" as datetime,
          "classifications"."label" as label,
          "classifications"."confidence" as confidence
        from
          "classifications"
        where
          "classifications"."sensor_no" = $1::integer
          and "classifications"."model_no" = $2::integer
          and "classifications"."confidence" >= $3::float8
          and datetime between page.first and page.last
        order by
          datetime,
          confidence desc,
          label collate "C"
      ) best
  )
from
  (
    select
      count(*)::integer as count,
      encode(string_agg(timestamptz_send (datetime), ''::bytea), 'base64') as seconds,
      encode(
        string_agg(int2send (coalesce("laeq", '-32768'::smallint)), ''::bytea),
        'base64'
      ) as "LAeq",
      encode(
        string_agg(int2send (coalesce("lceq", '-32768'::smallint)), ''::bytea),
        'base64'
      ) as "LCeq",
      encode(
        string_agg(int2send (coalesce("lzeq", '-32768'::smallint)), ''::bytea),
        'base64'
      ) as "LZeq",
      encode(
        string_agg(int2send (coalesce("lafmax", '-32768'::smallint)), ''::bytea),
        'base64'
      ) as "LAFmax",
      encode(
        string_agg(int2send (coalesce("lafmin", '-32768'::smallint)), ''::bytea),
        'base64'
      ) as "LAFmin",
      encode(
        string_agg(int2send (coalesce("lcpeak", '-32768'::smallint)), ''::bytea),
        'base64'
      ) as "LCpeak",
      encode(
        string_agg(int2send (coalesce("la10", '-32768'::smallint)), ''::bytea),
        'base64'
      ) as "LA10",
      encode(
        string_agg(int2send (coalesce("la50", '-32768'::smallint)), ''::bytea),
        'base64'
      ) as "LA50",
      encode(
        string_agg(int2send (coalesce("la90", '-32768'::smallint)), ''::bytea),
        'base64'
      ) as "LA90",
      (array_agg(datetime)) [least(count(*)::integer, $4::integer)] as first,
      max(datetime) as last
    from
      (
        select
          "samples"."datetime",
          "samples"."laeq",
          "samples"."lceq",
          "samples"."lzeq",
          "samples"."lafmax",
          "samples"."lafmin",
          "samples"."lcpeak",
          "samples"."la10",
          "samples"."la50",
          "samples"."la90"
        from
          "samples"
        where
          "samples"."sensor_no" = $5::integer
          and "samples"."datetime" between to_timestamp($6::float8) and to_timestamp($7::float8)
        order by
          "samples"."datetime" desc
        limit
          $8::integer + 1
      ) samples
  ) page;

-- select-sensor-number
select
  "sensors"."sensor_no" as "sensorNo"
from
  "sensors"
where
  "sensors"."id" = $1;

-- select-sensor-settings
select
  "sensors"."sensor_no" as "sensorNo",
  "sensors"."id" as "sensorId",
  "projects"."id" as "projectId",
  "projects"."timezone" as timezone,
  (
    extract(
      epoch
      from
        "projects"."contract_start_at"
    ) * 1000
  )::float8 as "startAt",
  (
    extract(
      epoch
      from
        "projects"."contract_end_at"
    ) * 1000
  )::float8 as "endAt",
  "projects"."project_no" as "projectNo",
  v.version,
  v.digest,
  "classification_models"."model_no" as "modelNo",
  "classification_models"."name" as "modelName",
  "projects"."min_confidence" as "minConfidence",
  coalesce("sensors"."interval_seconds", "projects"."interval_seconds") as "intervalSeconds"
from
  "sensors"
  join "projects" on "projects"."project_no" = "sensors"."project_no"
  join lateral (
    select
      version,
      digest
    from
      "site_versions"
    where
      project_no = projects.project_no
    order by
      version desc
    limit
      1
  ) v on true
  left join "classification_models" on "classification_models"."model_no" = "projects"."model_no"
where
  "sensors"."id" = any ($1::text[])
  and (
    exists (
      select
      from
        "api_key_sensors" granted
      where
        granted.key_id = $2
        and granted.sensor_no = sensors.sensor_no
    )
    and exists (
      select
      from
        "api_key_projects" granted
      where
        granted.key_id = $3
        and granted.project_no = sensors.project_no
    )
  );

select
  "sensors"."sensor_no" as "sensorNo",
  "sensors"."id" as "sensorId",
  "projects"."id" as "projectId",
  "projects"."timezone" as timezone,
  (
    extract(
      epoch
      from
        "projects"."contract_start_at"
    ) * 1000
  )::float8 as "startAt",
  (
    extract(
      epoch
      from
        "projects"."contract_end_at"
    ) * 1000
  )::float8 as "endAt",
  "projects"."project_no" as "projectNo",
  v.version,
  v.digest,
  "classification_models"."model_no" as "modelNo",
  "classification_models"."name" as "modelName",
  "projects"."min_confidence" as "minConfidence",
  coalesce("sensors"."interval_seconds", "projects"."interval_seconds") as "intervalSeconds"
from
  "sensors"
  join "projects" on "projects"."project_no" = "sensors"."project_no"
  join lateral (
    select
      version,
      digest
    from
      "site_versions"
    where
      project_no = projects.project_no
    order by
      version desc
    limit
      1
  ) v on true
  left join "classification_models" on "classification_models"."model_no" = "projects"."model_no"
where
  "sensors"."id" = any ($1::text[])
  and true;

-- select-sensors-by-id
select
  coalesce(json_agg("sensorNo"), '[]') as "sensorNo",
  coalesce(json_agg("id"), '[]') as "id",
  coalesce(json_agg("projectNo"), '[]') as "projectNo",
  coalesce(json_agg("name"), '[]') as "name",
  coalesce(json_agg("serialNumber"), '[]') as "serialNumber",
  coalesce(json_agg("model"), '[]') as "model",
  coalesce(json_agg("latitude"), '[]') as "latitude",
  coalesce(json_agg("longitude"), '[]') as "longitude",
  coalesce(json_agg("endAt"), '[]') as "endAt",
  coalesce(json_agg("projectId"), '[]') as "projectId"
from
  (
    select
      "sensors"."sensor_no" as "sensorNo",
      "sensors"."id" as "id",
      "sensors"."project_no" as "projectNo",
      "sensors"."name" as "name",
      "sensors"."serial_number" as "serialNumber",
      "sensors"."model" as "model",
      "sensors"."latitude" as "latitude",
      "sensors"."longitude" as "longitude",
      (
        extract(
          epoch
          from
            "sensors"."end_at"
        ) * 1000
      )::float8 as "endAt",
      "projects"."id" as "projectId"
    from
      "sensors"
      join "projects" on "projects"."project_no" = "sensors"."project_no"
    where
      "sensors"."id" = any ($1::text[])
      and (
        exists (
          select
          from
            "api_key_sensors" granted
          where
            granted.key_id = $2
            and granted.sensor_no = sensors.sensor_no
        )
        and exists (
          select
          from
            "api_key_projects" granted
          where
            granted.key_id = $3
            and granted.project_no = sensors.project_no
        )
      )
    order by
      "sensors"."id" collate "C"
  ) found;

select
  coalesce(json_agg("sensorNo"), '[]') as "sensorNo",
  coalesce(json_agg("id"), '[]') as "id",
  coalesce(json_agg("projectNo"), '[]') as "projectNo",
  coalesce(json_agg("name"), '[]') as "name",
  coalesce(json_agg("serialNumber"), '[]') as "serialNumber",
  coalesce(json_agg("model"), '[]') as "model",
  coalesce(json_agg("latitude"), '[]') as "latitude",
  coalesce(json_agg("longitude"), '[]') as "longitude",
  coalesce(json_agg("endAt"), '[]') as "endAt",
  coalesce(json_agg("projectId"), '[]') as "projectId"
from
  (
    select
      "sensors"."sensor_no" as "sensorNo",
      "sensors"."id" as "id",
      "sensors"."project_no" as "projectNo",
      "sensors"."name" as "name",
      "sensors"."serial_number" as "serialNumber",
      "sensors"."model" as "model",
      "sensors"."latitude" as "latitude",
      "sensors"."longitude" as "longitude",
      (
        extract(
          epoch
          from
            "sensors"."end_at"
        ) * 1000
      )::float8 as "endAt",
      "projects"."id" as "projectId"
    from
      "sensors"
      join "projects" on "projects"."project_no" = "sensors"."project_no"
    where
      "sensors"."id" = any ($1::text[])
      and true
    order by
      "sensors"."id" collate "C"
  ) found;

-- select-sensors-of-project
select
  coalesce(json_agg("sensorNo"), '[]') as "sensorNo",
  coalesce(json_agg("id"), '[]') as "id",
  coalesce(json_agg("projectNo"), '[]') as "projectNo",
  coalesce(json_agg("name"), '[]') as "name",
  coalesce(json_agg("serialNumber"), '[]') as "serialNumber",
  coalesce(json_agg("model"), '[]') as "model",
  coalesce(json_agg("latitude"), '[]') as "latitude",
  coalesce(json_agg("longitude"), '[]') as "longitude",
  coalesce(json_agg("endAt"), '[]') as "endAt"
from
  (
    select
      "sensors"."sensor_no" as "sensorNo",
      "sensors"."id" as "id",
      "sensors"."project_no" as "projectNo",
      "sensors"."name" as "name",
      "sensors"."serial_number" as "serialNumber",
      "sensors"."model" as "model",
      "sensors"."latitude" as "latitude",
      "sensors"."longitude" as "longitude",
      (
        extract(
          epoch
          from
            "sensors"."end_at"
        ) * 1000
      )::float8 as "endAt"
    from
      "sensors"
    where
      "sensors"."project_no" = $1::integer
      and (
        exists (
          select
          from
            "api_key_sensors" granted
          where
            granted.key_id = $2
            and granted.sensor_no = sensors.sensor_no
        )
        and exists (
          select
          from
            "api_key_projects" granted
          where
            granted.key_id = $3
            and granted.project_no = sensors.project_no
        )
      )
    order by
      "sensors"."id" collate "C"
  ) found;

select
  coalesce(json_agg("sensorNo"), '[]') as "sensorNo",
  coalesce(json_agg("id"), '[]') as "id",
  coalesce(json_agg("projectNo"), '[]') as "projectNo",
  coalesce(json_agg("name"), '[]') as "name",
  coalesce(json_agg("serialNumber"), '[]') as "serialNumber",
  coalesce(json_agg("model"), '[]') as "model",
  coalesce(json_agg("latitude"), '[]') as "latitude",
  coalesce(json_agg("longitude"), '[]') as "longitude",
  coalesce(json_agg("endAt"), '[]') as "endAt"
from
  (
    select
      "sensors"."sensor_no" as "sensorNo",
      "sensors"."id" as "id",
      "sensors"."project_no" as "projectNo",
      "sensors"."name" as "name",
      "sensors"."serial_number" as "serialNumber",
      "sensors"."model" as "model",
      "sensors"."latitude" as "latitude",
      "sensors"."longitude" as "longitude",
      (
        extract(
          epoch
          from
            "sensors"."end_at"
        ) * 1000
      )::float8 as "endAt"
    from
      "sensors"
    where
      "sensors"."project_no" = $1::integer
      and true
    order by
      "sensors"."id" collate "C"
  ) found;

-- select-sensors-of-projects
select
  coalesce(json_agg("sensorNo"), '[]') as "sensorNo",
  coalesce(json_agg("id"), '[]') as "id",
  coalesce(json_agg("projectNo"), '[]') as "projectNo",
  coalesce(json_agg("name"), '[]') as "name",
  coalesce(json_agg("serialNumber"), '[]') as "serialNumber",
  coalesce(json_agg("model"), '[]') as "model",
  coalesce(json_agg("latitude"), '[]') as "latitude",
  coalesce(json_agg("longitude"), '[]') as "longitude",
  coalesce(json_agg("endAt"), '[]') as "endAt"
from
  (
    select
      "sensors"."sensor_no" as "sensorNo",
      "sensors"."id" as "id",
      "sensors"."project_no" as "projectNo",
      "sensors"."name" as "name",
      "sensors"."serial_number" as "serialNumber",
      "sensors"."model" as "model",
      "sensors"."latitude" as "latitude",
      "sensors"."longitude" as "longitude",
      (
        extract(
          epoch
          from
            "sensors"."end_at"
        ) * 1000
      )::float8 as "endAt"
    from
      "sensors"
    where
      "sensors"."project_no" = any ($1::integer[])
      and (
        exists (
          select
          from
            "api_key_sensors" granted
          where
            granted.key_id = $2
            and granted.sensor_no = sensors.sensor_no
        )
        and exists (
          select
          from
            "api_key_projects" granted
          where
            granted.key_id = $3
            and granted.project_no = sensors.project_no
        )
      )
    order by
      "sensors"."id" collate "C"
  ) found;

select
  coalesce(json_agg("sensorNo"), '[]') as "sensorNo",
  coalesce(json_agg("id"), '[]') as "id",
  coalesce(json_agg("projectNo"), '[]') as "projectNo",
  coalesce(json_agg("name"), '[]') as "name",
  coalesce(json_agg("serialNumber"), '[]') as "serialNumber",
  coalesce(json_agg("model"), '[]') as "model",
  coalesce(json_agg("latitude"), '[]') as "latitude",
  coalesce(json_agg("longitude"), '[]') as "longitude",
  coalesce(json_agg("endAt"), '[]') as "endAt"
from
  (
    select
      "sensors"."sensor_no" as "sensorNo",
      "sensors"."id" as "id",
      "sensors"."project_no" as "projectNo",
      "sensors"."name" as "name",
      "sensors"."serial_number" as "serialNumber",
      "sensors"."model" as "model",
      "sensors"."latitude" as "latitude",
      "sensors"."longitude" as "longitude",
      (
        extract(
          epoch
          from
            "sensors"."end_at"
        ) * 1000
      )::float8 as "endAt"
    from
      "sensors"
    where
      "sensors"."project_no" = any ($1::integer[])
      and true
    order by
      "sensors"."id" collate "C"
  ) found;

-- select-server-state
select
  current_setting('server_version') as version,
  (
    extract(
      epoch
      from
        clock_timestamp()
    ) * 1000
  )::float8 as now;

select
  pg_is_in_recovery() as "isStandby",
  case
    when pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn()
    and exists (
      select
      from
        pg_stat_wal_receiver
      where
        pid is not null
    ) then 0
    else extract(
      epoch
      from
        clock_timestamp() - pg_last_xact_replay_timestamp()
    ) * 1000
  end::float8 as "lagMilliseconds";

-- select-site
select
  v.site
from
  "site_versions" v
  join "projects" on "projects"."project_no" = v.project_no
where
  v.project_no = $1::integer
  and v.version = $2::integer
  and (
    $3 = '*'
    or exists (
      select
      from
        "api_key_projects" granted
      where
        granted.key_id = $4
        and granted.project_no = projects.project_no
    )
  );

-- select-versions-as-of
select
  wanted.index::integer,
  v.project_no as "projectNo",
  v.version,
  v.digest,
  v.bytes,
  case
    when v.version is null then (
      select
        round(
          extract(
            epoch
            from
              min(applied_at)
          ) * 1000
        )::float8
      from
        "site_versions"
      where
        project_no = projects.project_no
    )
  end as "knownSince"
from
  unnest($1::text[], $2::float8[]) with ordinality as wanted (id, instant, index)
  join "projects" on "projects"."id" = wanted.id
  left join lateral (
    select
      project_no,
      version,
      digest,
      octet_length(site) as bytes
    from
      "site_versions"
    where
      project_no = projects.project_no
      and applied_at <= coalesce(to_timestamp(wanted.instant / 1000), 'infinity')
    order by
      version desc
    limit
      1
  ) v on true
where
  (
    $3 = '*'
    or exists (
      select
      from
        "api_key_projects" granted
      where
        granted.key_id = $4
        and granted.project_no = projects.project_no
    )
  );

-- select-versions-of-projects
select
  "projects"."project_no" as no,
  (
    select
      coalesce(
        json_agg(
          json_build_object(
            'version',
            v.version,
            'appliedAt',
            round(
              extract(
                epoch
                from
                  v.applied_at
              ) * 1000
            )::float8,
            'changes',
            v.changes
          )
          order by
            v.version desc
        ),
        '[]'
      )
    from
      (
        select
          version,
          applied_at,
          changes
        from
          "site_versions"
        where
          project_no = projects.project_no
        order by
          version desc
        limit
          100
      ) v
  ) as versions
from
  "projects"
where
  "projects"."project_no" = any ($1::integer[])
  and (
    $2 = '*'
    or exists (
      select
      from
        "api_key_projects" granted
      where
        granted.key_id = $3
        and granted.project_no = projects.project_no
    )
  );

-- update-last-used
update "api_keys"
set
  last_used_at = used.at
from
  (
    select
      id,
      to_timestamp(second) as at
    from
      unnest($1::text[], $2::bigint[]) as used (id, second)
  ) used
where
  api_keys.id = used.id
  and (
    api_keys.last_used_at is null
    or api_keys.last_used_at < used.at
    or api_keys.last_used_at > statement_timestamp() + interval '1 minute'
  );
