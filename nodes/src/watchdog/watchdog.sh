# Ends a run's processes when the program that started them is gone.
#
# $1  the variable that every process of the run has in its environment
# $2  how many hundredths of a second lie between SIGTERM and SIGKILL
#
# Standard input: "+ GROUP" for a process group that has begun, "- GROUP" for one that is gone, "! PATH" for a folder
# that holds what nobody may find later, "done" when nothing is left to look after. The end of the input without "done"
# means that the program was killed.

trap '' HUP INT QUIT TERM
groups=' '
set -- "$1" "$2"
while IFS=' ' read -r word group; do
  case $word in
  +) groups="$groups$group " ;;
  !) set -- "$@" "$group" ;;
  -) case $groups in
    *" $group "*) groups="${groups%%" $group "*} ${groups#*" $group "}" ;;
    esac ;;
  done) exit 0 ;;
  esac
done

# Processes that left their group are found by the marker. Where there is no /proc, none are.
marked() {
  grep -lsz "^$1=" /proc/[0-9]*/environ 2>/dev/null | while IFS=/ read -r _ _ pid _; do
    echo "$pid"
  done
}

send() {
  for group in $groups; do kill -s "$2" -- "-$group"; done
  for pid in $(marked "$1"); do kill -s "$2" "$pid"; done
} 2>/dev/null

# Whether anything of the run is alive.
left() {
  for group in $groups; do kill -s 0 -- "-$group" && return 0; done
  [ -n "$(marked "$1")" ]
} 2>/dev/null

# Takes away the folders, also where their owner's rights were taken away.
remove() {
  for folder; do
    case $folder in
    /*/*)
      rm -rf -- "$folder" || {
        chmod -R u+rwx -- "$folder"
        rm -rf -- "$folder"
      }
      ;;
    esac
  done
} 2>/dev/null

# The end: what the folders hold goes when nobody is left who could write there.
leave() {
  shift 2
  remove "$@"
  exit 0
}

pause() {
  sleep 0.1 || sleep 1
} 2>/dev/null

# The time in hundredths of a second: by the system's clock where it can be read without starting a program,
# otherwise counted up by one pause.
clock=0
tick() {
  if read -r uptime _ </proc/uptime; then
    clock=${uptime%.*}${uptime#*.}
  else
    clock=$((clock + 10))
  fi
} 2>/dev/null

# A process that is just turning into another program shows no environment, so one look is not enough.
leave_if_done() {
  left "$1" && return
  pause
  left "$1" || leave "$@"
}

leave_if_done "$@"
send "$1" TERM
tick
end=$((clock + $2))
while [ "$clock" -lt "$end" ]; do
  pause
  leave_if_done "$@"
  tick
done

# More than once: a process may have started another just before it was killed.
for _ in 1 2 3 4 5; do
  send "$1" KILL
  pause
  leave_if_done "$@"
done
leave "$@"
