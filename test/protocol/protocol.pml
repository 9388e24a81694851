/*
 * The protocol of one paid check, small enough to be explored completely: a client, two workers, a primary and its
 * standby, the second witness in Redis, the reconciler, and a person who writes calls off. docs/protocol.md says what
 * stands for what, and which assumptions are built in.
 *
 * Between two atomic blocks of a worker anybody else may take any number of steps: that is a worker that stands still,
 * and one that never goes on is a dead one.
 *
 * Planted faults, one at a time: -DNO_MARKER, -DNO_FENCE, -DNO_WITNESS, -DNO_ASK, -DNO_HISTORY_ASKED,
 * -DWRITE_OFF_LIVING, -DWRITE_OFF_UNADOPTED, -DOLD_PRIMARY_BEGINS, -DNOBODY_REMEMBERS, -DWITNESS_LOST_MEANWHILE, and with
 * three workers -DSTARTED_BELIEVED and -DREPLACED_BELIEVED; with -DAGING, in which the witness forgets a call by itself,
 * -DAGE_IGNORED; with -DGAPS, in which Redis forgets one before its time, -DGAP_IGNORED, -DGAP_ASKED_ONCE and
 * -DMARK_PUT_BACK. -DSYNCHRONOUS: the standby has everything that was
 * acknowledged. -DSTEADY: there is no failover. -DPUT_BACK: what takes over is a copy of the primary's files, put in its
 * place on its own timeline, which is noticed some time later. -DKEPT: Redis loses nothing. -DTRACES: what may happen is what was seen
 * of a check in a run, see traces.ts.
 */

#ifndef WORKERS
#define WORKERS 2
#endif
#define ASSUMED (WORKERS + 1) /* the call of which only the witness, or nobody, knows */

/* What a server knows of the check's newest call. */
mtype = { NONE, STARTED, NOT_SENT, UNCERTAIN, WRITTEN_OFF, SETTLED };

/* Server 0 is the primary at first, server 1 its standby. */
mtype call_state[2] = NONE;
byte call_of[2];
byte stored[2];       /* the calls that it knows: a bit for each */
byte accepted[2];     /* the timeline on which its request was, and so by which id; 0: not there */
byte adopted[2] = 1;  /* the timeline of the history that was adopted last */
byte epoch_of[2] = 1; /* the witness' epoch as this server has it */
byte current = 0;     /* the server that new connections reach; it is on timeline 2 once it was promoted */

/* The second witness, in Redis, and what the workers tell it when it begins anew. */
byte seen_call;
byte seen_history = 1;
byte witness_epoch = 1;
byte remembered;
/* Of the adoption: whether it has begun, with a whole witness, and whether everything endangered is in review. */
bool begun, whole, looked_through;
bool lost; /* the request of that call, with the database that knew it */
byte forgotten; /* the call that was made too long ago to be remembered */
bool gap;       /* Redis shows that it forgot a call of this epoch: a mark of an hour is gone, or keys were evicted */

/* What the provider knows, and nobody else for certain. */
byte paid;

/* Workers that were told that they may send, and those that stood still since: a bit for each. */
int told;
int stood_still;
#define bit(me) (1 << (me))

#ifdef PUT_BACK
/* Until somebody notices, nothing tells the copy from the server whose place it took; nobody reaches that one again. */
bool noticed;
#define timeline(s) (s == 1 && noticed -> 2 : 1)
#define reached(s) current
#else
#define timeline(s) (s == 1 && current == 1 -> 2 : 1)
#define reached(s) s
#endif
#define repeatable(s) (call_state[s] == NONE || call_state[s] == NOT_SENT || call_state[s] == WRITTEN_OFF)
#define known(s) (adopted[s] == timeline(s))

/*
 * What is seen of a step: ACCEPT, MARK, END (answered or refused), FREE (not sent, or refused for now), GIVEN_UP, REVIEW
 * and WRITE_OFF as rows of the database, ADOPT as its history, PAID and REFUSED as calls in the provider's log.
 */
mtype = { DONE, ACCEPT, MARK, END, FREE, GIVEN_UP, REVIEW, WRITE_OFF, ADOPT, PAID, REFUSED };
#ifdef TRACES
#include "traces.inc"
int which; /* of the traces */
int at;    /* the event of it that comes next */
/* What the primary writes is seen if the standby gets it before its promotion. */
bool hiding, unseen, only_here;
#define next_is(e) (events[at] == e)
#define fits(e, s) (hiding -> (s == 0 && may_hide) : (next_is(e) && (s == 1 || current == 0)))
#ifdef STEADY
#define may_hide false
#else
#ifdef SYNCHRONOUS
#define may_hide (current == 1)
#else
#define may_hide true
#endif
#endif
inline note(s) {
  if
  :: hiding -> unseen = (unseen || current == 0)
  :: else -> at++; only_here = (s == 0 && current == 0)
  fi
}
inline pass() { at++ }
#define may_replicate (!unseen)
#define may_promote (!only_here)
#else
#define next_is(e) true
#define fits(e, s) true
#define note(s) skip
#define pass() skip
#define may_replicate true
#define may_promote true
#endif

inline replicate() {
  call_state[1] = call_state[0];
  call_of[1] = call_of[0];
  stored[1] = stored[0];
  accepted[1] = accepted[0];
  epoch_of[1] = epoch_of[0];
#ifdef TRACES
  only_here = false
#endif
}

/* With a synchronous standby nothing is acknowledged before it is there. */
inline sync() {
#ifdef SYNCHRONOUS
  if
  :: current == 0 -> replicate()
  :: else
  fi
#else
  skip
#endif
}

inline write(s, state, call) {
  call_state[s] = state;
  call_of[s] = call;
  stored[s] = stored[s] | bit(call);
  sync()
}

/*
 * Compare-and-set: whatever else happened to the call meanwhile stands. Written whole when its marker is gone, but not for
 * a request that was sent again, which has another id.
 */
#define is_own(s, me) (call_state[s] == STARTED && call_of[s] == me)
#define is_gone(s, me) (accepted[s] == request && repeatable(s) && call_of[s] != me)
inline settle(s, me, to, as) {
  if
  :: (is_own(s, me) || is_gone(s, me)) && fits(as, s) -> note(s); write(s, to, me)
  :: !is_own(s, me) && !is_gone(s, me)
  fi
}

#ifdef NO_MARKER
#define may_mark(s) (accepted[s] && call_state[s] != SETTLED && known(s))
#else
#ifdef NO_FENCE
#define may_mark(s) (accepted[s] && repeatable(s))
#else
#define may_mark(s) (accepted[s] && known(s) && repeatable(s))
#endif
#endif

#ifdef NO_WITNESS
#define witness_agrees(s, me) true
#else
#define witness_agrees(s, me) (seen_call == me && seen_history == timeline(s))
#endif

#ifdef NO_ASK
#define may_send(s, me) true
#else
#ifdef NO_HISTORY_ASKED
#define may_send(s, me) (is_own(s, me) && seen_call == me)
#else
#define may_send(s, me) (is_own(s, me) && witness_agrees(s, me))
#endif
#endif

/* Calls are told apart by nothing but their order. */
byte claims;
#ifdef TRACES
#define is_next(me) (claims == me - 1 && me <= most[which])
#else
#define is_next(me) (claims == me - 1)
#endif

#define to_review(s) (accepted[s] == request && repeatable(s))

proctype Worker(byte me) {
  byte before, s, request;
  /* Claim: the marker, in one statement with the fence. An old session stays with the server that it was opened on. */
  atomic {
    is_next(me) ->
    if
    :: s = current
    :: s = reached(0)
    fi;
    if
    :: may_mark(s) && fits(MARK, s) -> note(s); claims++; before = call_of[s]; request = accepted[s]; write(s, STARTED, me)
    :: !may_mark(s) -> claims++; goto end
    fi
  };
#ifndef NO_WITNESS
  /* The witness' script: whose history is it, and was there a call that PostgreSQL does not know? */
  atomic {
    if
    :: seen_history != timeline(reached(s)) -> goto give_back
    :: seen_history == timeline(reached(s)) && (seen_call == 0 || seen_call == before) -> seen_call = me; remembered = me
    :: else -> goto meet
    fi
  };
#endif
ask:
  atomic {
    stood_still = stood_still & ~bit(me);
    if
    :: may_send(reached(s), me) -> told = told | bit(me)
    :: else -> goto give_back
    fi
  };
  /* Both clocks say whether more than a second went by since the answer; then it is asked again. */
  atomic {
    told = told & ~bit(me);
#ifndef NO_ASK
    if
    :: stood_still & bit(me) -> goto ask
    :: else
    fi;
#endif
    if
    :: next_is(PAID) -> pass(); paid++; assert(paid <= 1)
    :: next_is(REFUSED) -> pass(); goto refused
    :: goto unread
    fi
  };
  /* The settlement goes to the server that answers now. */
  if
  :: atomic { settle(current, me, SETTLED, END) }
  :: atomic { settle(current, me, UNCERTAIN, GIVEN_UP) }
  fi;
  goto end;
refused:
  if
  :: atomic { settle(current, me, SETTLED, END) }
  :: goto give_back
  fi;
  goto end;
unread: /* Sent, and never read by anybody; or not sent. */
  if
  :: atomic { settle(current, me, UNCERTAIN, GIVEN_UP) }
  :: goto give_back
  fi;
  goto end;
meet: /* The witness knows another call, which the database has lost. */
  atomic { settle(reached(s), me, NOT_SENT, FREE) };
  atomic {
    if
    :: to_review(reached(s)) && fits(REVIEW, reached(s)) -> note(reached(s)); write(reached(s), UNCERTAIN, ASSUMED)
    :: !to_review(reached(s))
    fi
  };
  goto end;
give_back:
  if
  :: atomic { settle(reached(s), me, NOT_SENT, FREE) }
  :: atomic { settle(current, me, NOT_SENT, FREE) }
  fi;
  /* Again, when the answer to the commit was lost: on whichever server answers by then. */
  atomic { settle(current, me, NOT_SENT, FREE) };
end:
  before = 0;
  s = 0;
  request = 0
}

/* A client sends its request until it is accepted, and sends it again when nobody knows it any more. */
proctype Client() {
  byte s;
end:
  do
  :: atomic {
      if
      :: s = current
      :: s = reached(0)
      fi;
      !accepted[s] && fits(ACCEPT, s) -> note(s); accepted[s] = timeline(s); sync()
    }
  od
}

/* Past its deadline a call without an answer is given up; nobody is called for it. */
proctype Reconciler() {
end:
  do
  :: atomic {
      call_state[current] == STARTED && fits(GIVEN_UP, current) ->
      note(current);
      write(current, UNCERTAIN, call_of[current])
    }
  od
}

#ifdef WRITE_OFF_UNADOPTED
#define decisions_allowed true
#else
#ifdef NO_WITNESS
#define decisions_allowed known(current)
#else
#define decisions_allowed (known(current) && seen_history == timeline(current))
#endif
#endif

/*
 * Support writes off what the provider truthfully says it never received. That takes a minute without a sign of life
 * of the call's worker: whoever was told that they may send has stood still since.
 */
proctype Person() {
end:
  do
  :: atomic {
      call_state[current] == UNCERTAIN && paid == 0 && decisions_allowed && fits(WRITE_OFF, current) ->
      note(current);
      write(current, WRITTEN_OFF, call_of[current]);
      seen_call = 0;
#ifndef WRITE_OFF_LIVING
      stood_still = told
#endif
    }
  od
}

/* The standby follows when it does, and is promoted at any moment. The old primary may live on for old sessions. */
proctype Cluster() {
end:
  do
  :: atomic { current == 0 && may_replicate -> replicate() }
  :: atomic { current == 0 && may_promote -> current = 1; break }
  od
#ifdef PUT_BACK
  ;
  noticed = true
#endif
}

/*
 * What the workers tell a witness that begins anew, before anybody goes by it. One that is dead tells nothing; of a
 * request that the database has lost too somebody must live who knows.
 */
inline remember() {
  if
#ifndef NOBODY_REMEMBERS
  :: seen_call == 0 -> seen_call = remembered
  :: seen_call == 0 && !lost -> skip
#else
  :: seen_call == 0 -> skip
#endif
  :: else
  fi
}

/* A database that was last seen less than three days ago has all that is older: what was forgotten, it knows. */
#ifdef AGE_IGNORED
#define has_forgotten(s) true
#else
#define has_forgotten(s) (forgotten == 0 || (stored[s] & bit(forgotten)))
#endif

/*
 * The adoption, in the steps in which others may come between: the witness goes with the new history, what is endangered
 * goes into review, and when nothing is left the fence opens.
 */
#define is_followed (seen_history == timeline(current))

#ifdef GAP_IGNORED
#define shows_gap false
#else
#define shows_gap gap
#endif
#ifdef GAP_ASKED_ONCE
#define is_torn false
#else
#define is_torn (whole && shows_gap)
#endif

inline follow() {
  begun = true;
  looked_through = false;
  whole = (witness_epoch == epoch_of[current] && has_forgotten(current) && !shows_gap);
  if
  :: remembered != 0 && !accepted[current] -> lost = true
  :: else
  fi;
  if
  :: !whole -> remember(); witness_epoch = 3; gap = false
  :: else
  fi;
  seen_history = timeline(current)
}

/* With a whole witness exactly what is endangered goes to review, without one everything that is open. */
#ifdef NO_WITNESS
#define knows_another false
#else
#define knows_another (seen_call != 0 && !(stored[current] & bit(seen_call)))
#endif
#define endangered (accepted[current] && repeatable(current) && (!whole || knows_another))

/*
 * A call under way, by what this server knows: it may have ended since, without being paid for, and another have been
 * made. Its own worker may still say that it was not sent.
 */
#ifdef STARTED_BELIEVED
#define doubted knows_another
#else
#ifdef REPLACED_BELIEVED
#define doubted !whole
#else
#define doubted (!whole || knows_another)
#endif
#endif
#define doubtful (call_state[current] == STARTED && doubted)

/* A witness that was lost before all is in review has hidden what it knew: then all begins again. */
#ifdef WITNESS_LOST_MEANWHILE
#define in_review (!known(current) && begun && !looked_through)
#else
#define in_review (!known(current) && begun && !looked_through && is_followed)
#endif

inline open_fence() {
  adopted[current] = timeline(current);
  epoch_of[current] = witness_epoch;
  begun = false;
  whole = false;
  looked_through = false;
  sync()
}

inline begin_witness(s, epoch) {
  remember();
  seen_history = timeline(s);
  witness_epoch = epoch;
  epoch_of[s] = epoch;
  gap = false;
  sync()
}

proctype Adopter() {
end:
  do
  :: atomic { !known(current) && (!is_followed || is_torn) -> follow() }
  :: atomic { in_review && endangered && fits(REVIEW, current) -> note(current); write(current, UNCERTAIN, ASSUMED) }
  :: atomic { in_review && doubtful && fits(GIVEN_UP, current) -> note(current); write(current, UNCERTAIN, call_of[current]) }
  :: atomic { in_review && !endangered && !doubtful -> looked_through = true }
  :: atomic { !known(current) && looked_through && !is_torn && fits(ADOPT, current) -> note(current); open_fence() }
  /* A witness that has lost everything begins anew, and so does one with a gap, for an old session too. */
  :: atomic { seen_history == 0 && known(current) -> begin_witness(current, 2) }
  :: atomic { shows_gap && known(current) && is_followed -> begin_witness(current, 4) }
  :: atomic { shows_gap && known(reached(0)) && seen_history == timeline(reached(0)) -> begin_witness(reached(0), 4) }
#ifdef OLD_PRIMARY_BEGINS
  :: atomic { seen_history == 0 -> begin_witness(0, 2) }
#endif
#ifdef MARK_PUT_BACK
  :: atomic { begun && whole && gap -> gap = false }
#endif
  od
}

/* Redis may lose everything, once. */
proctype Flush() {
  atomic { seen_call = 0; seen_history = 0; witness_epoch = 0 }
}

/*
 * The witness remembers a call for three days, and nobody notices when it forgets one. An adoption takes less than the hour
 * that is left then, and what a database lacks that was adopted is in review, or is asked for again within three days.
 */
#define has_it(s) (stored[s] & bit(seen_call))
proctype Time() {
end:
  atomic {
    seen_call != 0 && !begun && (has_it(current) || !known(current)) ->
    forgotten = seen_call;
    seen_call = 0
  }
}

/*
 * Redis forgets a call before its time, once: its clock jumps, it evicts keys, or somebody deletes them. A lost request is
 * not sent again and called in the second until that is noticed.
 */
proctype Gap() {
end:
  atomic { seen_call != 0 && (has_it(current) || !known(current)) -> seen_call = 0; gap = true }
}

#ifdef TRACES
/* Whose writes the standby never gets is for the search to find out. */
proctype Chronicler() {
end:
  do
  :: hiding = !hiding
  od
}

/* The protocol allows what was seen when it has all happened: a search that finds that stops here. */
proctype Judge() {
  next_is(DONE) && (!unseen || current == 1) -> assert(false)
}
#endif

/* What is begun last is tried first. */
init {
  atomic {
#ifdef TRACES
    c_code { now.which = atoi(getenv("TRACE")); };
    at = which * LONGEST;
    run Chronicler();
#endif
#ifdef AGING
    run Time();
#endif
#ifdef GAPS
    run Gap();
#endif
#ifndef KEPT
    run Flush();
#endif
#ifndef STEADY
    run Cluster();
#endif
    run Adopter();
    run Person();
    run Reconciler();
    run Client();
    byte me = 1;
    do
    :: me <= WORKERS -> run Worker(me); me++
    :: else -> break
    od
#ifdef TRACES
    ;
    run Judge()
#endif
  }
}
